// The switches inside Electron's executable that a package has set, and what an executable says of its own.
import fuses from '@electron/fuses';

const { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } = fuses;

/** "1": how the executable has a fuse that is on. */
const ON = 0x31;
/** Platforms on which Electron compares app.asar with a hash in the executable. */
const CHECKS_ASAR = ['darwin', 'win32'];

/**
 * In electron-builder's names. Nobody makes a Node of the app, by variable or argument, or gives it another app.
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
 * What is set in an executable, in the same names; fuses that its Electron does not know are left out.
 * @returns {Promise<Record<string, boolean>>}
 */
export async function readFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  const known = Object.entries(FuseV1Options).filter(([name, index]) => isNaN(Number(name)) && index in wire);
  return Object.fromEntries(
    known.map(([name, index]) => [name[0].toLowerCase() + name.slice(1), wire[index] === ON]),
  );
}

/** For journeys alone: Playwright steers an app by `--inspect`, which the release has not. */
export function allowInspection(executable) {
  return flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}
