import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test';

/** The limit of docs/architecture.md. */
const START_UP_BYTES = 180_000;

test('the window and its first screen load less than 180 kB of JavaScript, compressed', async ({ page }) => {
  // Each counts once: the first load may still be under way when the page is loaded again.
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(0);
  const bytes = [...scripts].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join('out/renderer', new URL(name).pathname))).length,
    0,
  );
  test.info().annotations.push({ type: 'start-up JavaScript', description: `${bytes} bytes, compressed` });
  expect(bytes).toBeLessThan(START_UP_BYTES);
});
