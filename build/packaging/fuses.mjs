// The switches ("fuses") inside Electron's executable that a package sets, and how to read those of an executable.
import fuses from '@electron/fuses';

const { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } = fuses;

/** "1": the byte of a fuse that is on. */
const ON = 0x31;
/** Platforms on which Electron compares app.asar with a hash in the executable. */
const CHECKS_ASAR = ['darwin', 'win32'];

/**
 * By electron-builder's names. With these, the app cannot be turned into a Node, by variable or argument, or made to
 * run another app.
 * @param {NodeJS.Platform} platform
 */
export const wantedFuses = (platform = process.platform) => ({
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: CHECKS_ASAR.includes(platform),
});

/**
 * The fuses of an executable, by the same names; fuses that its Electron does not know are left out.
 * @returns {Promise<Record<string, boolean>>}
 */
export async function readFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  const known = Object.entries(FuseV1Options).filter(([name, index]) => isNaN(Number(name)) && index in wire);
  return Object.fromEntries(
    known.map(([name, index]) => [name[0].toLowerCase() + name.slice(1), wire[index] === ON]),
  );
}

/** Only for end-to-end tests: Playwright controls an app through `--inspect`, which a release does not accept. */
export function allowInspection(executable) {
  return flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}
