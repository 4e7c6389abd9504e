'use strict';
/* oxlint-disable typescript/no-require-imports -- Electron 22 starts CommonJS only */
// Belongs in resources/app/ of the pinned runtime, which has no default_app.asar and so does not accept an app path on
// its command line. Starts the app in the folder named by PAYMENTS_EXPLORER_APP, as default_app would.
const { app, dialog } = require('electron');
const { readFileSync } = require('node:fs');
const path = require('node:path');

const dir = process.env.PAYMENTS_EXPLORER_APP;
if (!dir || !path.isAbsolute(dir)) {
  dialog.showErrorBox(
    'No app to start',
    'PAYMENTS_EXPLORER_APP must hold the absolute path of the app. Start it with npm start.',
  );
  app.exit(1);
} else {
  const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'));
  app.setName(manifest.productName);
  app.setVersion(manifest.version);
  app.setAppPath(dir);
  require(path.join(dir, manifest.main));
}
