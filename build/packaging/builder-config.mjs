// What electron-builder is told. It makes the unpacked app everywhere, without a download; AppImage, dmg and nsis where it
// can fetch its builders. The .tar.gz and the .deb are ours (tar-archive.mjs, debian-package.mjs): its own need downloads.
import { join } from 'node:path';
import { repoRoot } from '../setup/paths.mjs';
import { completeApp } from './complete-app.mjs';
import { wantedFuses } from './fuses.mjs';
import { APP, fullName, LINK_SCHEME, manifest, packagesDir } from './names.mjs';

/** Native modules come with binaries for every platform: only those for this one are packed. */
const otherPlatforms = ['darwin', 'linux', 'linuxmusl', 'win32']
  .filter((name) => name !== process.platform)
  .map((name) => `!node_modules/keytar/prebuilds/${name}-*`);

/** What the two native modules need when the app runs; sources and build files are for nobody there. */
const files = [
  'package.json',
  'resources/icons/256x256.png',
  'out/main/**',
  'out/preload/**',
  'out/renderer/**',
  // They run on Node alone: the command line lies beside the app, in a folder of its own.
  '!out/main/{command-line,sandbox-cli}.js',
  ...otherPlatforms,
  '!node_modules/keytar/{src,script}{,/**}',
  '!node_modules/keytar/binding.gyp',
  `!node_modules/keytar/prebuilds/*-!(${process.arch})`,
  '!node_modules/@libsql/*-musl{,/**}',
  '!node_modules/node-addon-api{,/**}',
  '!**/{README.md,*.d.ts}',
];

/**
 * @param {{ dist: string, electronVersion: string, output?: string }} options where the unpacked Electron lies
 * @returns {import('electron-builder').Configuration}
 */
export const builderConfig = ({ dist, electronVersion, output = packagesDir }) => ({
  appId: 'com.payments-api-explorer.app',
  productName: manifest.productName,
  artifactName: `${fullName()}.\${ext}`,
  directories: { output, buildResources: join(repoRoot, 'resources') },
  electronDist: dist,
  electronVersion,
  // Both native modules bring their binaries.
  npmRebuild: false,
  nodeGypRebuild: false,
  files,
  asar: true,
  asarUnpack: ['**/*.node'],
  electronFuses: wantedFuses(),
  // Electron asks the operating system to start links with the desktop entry of this name.
  extraMetadata: { desktopName: `${APP}.desktop` },
  protocols: [{ name: 'Payments API Explorer link', schemes: [LINK_SCHEME] }],
  afterPack: completeApp,
  publish: null,
  linux: {
    executableName: APP,
    icon: join(repoRoot, 'resources', 'icons'),
    category: 'Development',
    synopsis: manifest.description,
    target: ['AppImage'],
  },
  mac: { target: ['dmg'], category: 'public.app-category.developer-tools', hardenedRuntime: true },
  win: { target: ['nsis'], icon: join(repoRoot, 'resources', 'icons', '256x256.png') },
  // Uninstalling leaves the person's data.
  nsis: { oneClick: false, perMachine: false, deleteAppDataOnUninstall: false },
});
