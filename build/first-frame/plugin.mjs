// The HTML document itself contains the first screen as the app draws it first, so that it is painted while the app's
// own script is still being read (docs/decisions/0146-the-first-frame-is-in-the-document.md).
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const PLACE = '<div id="app"></div>';
const DRAW = 'build/first-frame/draw.mjs';

/**
 * Vite plugin: draws the first frame into the app's page.
 * @returns {import('vite').Plugin}
 */
export function firstFrame() {
  return {
    name: 'first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { path, bundle }) => {
        if (path !== '/index.html') return html;
        const scripts = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const app = scripts.find(({ name }) => name === 'first-screen');
        if (!app || !html.includes(PLACE)) throw new Error('There is no place for the first frame.');
        const frame = await draw(app.fileName, scripts);
        return html.replace(PLACE, () => `<div id="app" hidden>${frame}</div>`);
      },
    },
  };
}

/**
 * @param {string} app
 * @param {readonly import('rolldown').OutputChunk[]} scripts
 */
async function draw(app, scripts) {
  const folder = mkdtempSync(join(tmpdir(), 'first-frame-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    for (const { fileName, code } of scripts) {
      mkdirSync(dirname(join(folder, fileName)), { recursive: true });
      writeFileSync(join(folder, fileName), code);
    }
    const { stdout } = await promisify(execFile)(process.execPath, [resolve(DRAW), join(folder, app)]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
