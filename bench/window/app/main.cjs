// The least a desktop client can do: one sandboxed window and, for the floor, a button, one call to main, and node:http.
const { app, BrowserWindow, ipcMain } = require('electron');
const http = require('node:http');
const { join } = require('node:path');

const agent = new http.Agent({ keepAlive: true });
const isFloor = process.env.BENCH_URL !== undefined;

ipcMain.handle('read', (_event, path) => {
  const headers = { authorization: `Bearer ${process.env.BENCH_TOKEN}` };
  return new Promise((resolve, reject) => {
    http
      .get(`${process.env.BENCH_URL}${path}`, { agent, headers }, (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
      })
      .on('error', reject);
  });
});

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { sandbox: true, contextIsolation: true, preload: join(__dirname, 'preload.cjs') },
  });
  void window.loadFile(join(__dirname, isFloor ? 'floor.html' : 'bare.html'));
});
app.on('window-all-closed', () => app.quit());
