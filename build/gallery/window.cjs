'use strict';
// A window for the gallery that contains nothing of the app: no bridge, no data, and no network but its own server.
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 900, webPreferences: { sandbox: true } });
  void window.loadURL(process.env.GALLERY_URL);
});
app.on('window-all-closed', () => app.quit());
