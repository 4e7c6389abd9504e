// The configuration of electron-builder. It makes the unpacked app everywhere without downloading anything, and
// AppImage, dmg and nsis if it can download its tools. The .tar.gz and the .deb are made here (tar-archive.mjs,
// debian-package.mjs), because electron-builder's own would need downloads.
import { join } from 'node:path';
import { repoRoot } from '../setup/paths.mjs';
import { completeApp } from './complete-app.mjs';
import { wantedFuses } from './fuses.mjs';
import { APP, fullName, LINK_SCHEME, manifest, packagesDir } from './names.mjs';

/** Native modules include binaries for every platform; only those for this platform are packed. */
const otherPlatforms = ['darwin', 'linux', 'linuxmusl', 'win32']
  .filter((name) => name !== process.platform)
  .map((name) => `!node_modules/keytar/prebuilds/${name}-*`);

/** What the two native modules need at run time; their sources and build files are left out. */
const files = [
  'package.json',
  'resources/icons/256x256.png',
  'out/main/**',
  'out/preload/**',
  'out/renderer/**',
  // These run on Node alone: the command line is installed beside the app, in a separate folder.
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
 * @param {{ dist: string, electronVersion: string, output?: string }} options `dist` is the unpacked Electron
 * @returns {import('electron-builder').Configuration}
 */
export const builderConfig = ({ dist, electronVersion, output = packagesDir }) => ({
  appId: 'com.payments-api-explorer.app',
  productName: manifest.productName,
  artifactName: `${fullName()}.\${ext}`,
  directories: { output, buildResources: join(repoRoot, 'resources') },
  electronDist: dist,
  electronVersion,
  // Both native modules come with prebuilt binaries.
  npmRebuild: false,
  nodeGypRebuild: false,
  files,
  asar: true,
  asarUnpack: ['**/*.node'],
  electronFuses: wantedFuses(),
  // Electron registers the desktop entry of this name with the operating system as the handler of links.
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
  // Uninstalling keeps the person's data.
  nsis: { oneClick: false, perMachine: false, deleteAppDataOnUninstall: false },
});
