// The smallest main process that can show the bench page with the product's own protocol and policy.
import { app, BrowserWindow, session } from 'electron';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { declareAppScheme, serveAppProtocol } from '../../src/main/shell/protocol';

const MAX_SLICE_BYTES = 4 * 1024 * 1024;
const folder = process.env.JSON_VIEW_BENCH_BODIES;

/**
 * A slice of a file, served as main serves slices of bodies; without `start` and `end`, the whole file, for the
 * reference.
 */
async function serveBody(url) {
  const file = await open(join(folder, url.pathname.slice('/bodies/'.length)), 'r').catch(() => null);
  if (file === null) return { status: 404, headers: {}, data: Buffer.alloc(0) };
  try {
    if (!url.searchParams.has('start')) return answer(await file.readFile());
    const start = Number(url.searchParams.get('start'));
    const end = Math.min(Number(url.searchParams.get('end')), (await file.stat()).size);
    if (end - start > MAX_SLICE_BYTES) return { status: 416, headers: {}, data: Buffer.alloc(0) };
    const data = Buffer.alloc(Math.max(0, end - start));
    await file.read(data, 0, data.length, start);
    return answer(data);
  } finally {
    await file.close();
  }
}

function answer(data) {
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, data };
}

declareAppScheme();
void app.whenReady().then(() => {
  serveAppProtocol(session.defaultSession, {
    root: join(__dirname, '..', 'page'),
    developmentServer: null,
    serveBody,
  });
  const window = new BrowserWindow({ width: 1000, height: 720, webPreferences: { sandbox: true } });
  return window.loadURL('app://explorer/');
});
app.on('window-all-closed', () => app.quit());
