'use strict';
// A window for the gallery, and nothing of the app: what it shows has no bridge, no network but its own server, no data.
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 900, webPreferences: { sandbox: true } });
  void window.loadURL(process.env.GALLERY_URL);
});
app.on('window-all-closed', () => app.quit());
