// Formats and minifies a body of 5 MB in the composer of the real app: the longest frame meanwhile, beside that of the
// page at rest. Then, for people, typing, scrolling and changing tabs with this body and with one of 1 kB, while drafts
// are kept on disk.
// Run: node bench/composer.mjs [--quick] [--runs N] [--megabytes N] [--rounds N]
import { APP, openDesktop } from './kit/desktop.mjs';
import { frameProbe, rowOf } from './kit/frames.mjs';
import { pause, readOptions, tell } from './kit/measurement.mjs';

const KEYS = 60;
const { runs, megabytes, rounds } = readOptions({ runs: [5, 2], megabytes: [5, 5], rounds: [3, 0] });
const bytes = megabytes * 1_000_000;

const desktop = await openDesktop();
try {
  const { page, close } = await desktop.launch(APP, 'user-data');
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  const body = page.getByRole('textbox', { name: 'Request body' });
  await body.waitFor();
  const frames = await frameProbe(page);
  if (rounds > 0) await handled(page, body, frames);
  await paste(page, body, recordsOf(bytes));
  await pause(3_000);
  const idle = await longestOf(frames, () => pause(1_000));
  const [formatted, minified] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    await page.getByRole('button', { name: 'More for the body' }).click();
    const minify = page.getByRole('menuitem', { name: 'Minify' });
    minified.push(...(await longestOf(frames, () => press(minify), 1)));
    const format = page.getByRole('button', { name: 'Format' });
    formatted.push(...(await longestOf(frames, () => press(format), 1)));
  }
  tell('format-frame', { runs: formatted, reference: idle });
  tell('minify-frame', { runs: minified, reference: idle });
  await close();
} finally {
  await desktop.stop();
}

async function longestOf(frames, act, times = runs) {
  return (await frames.during(times, act, { traced: false })).map(({ longest }) => longest);
}

/** These are not figures with a goal, so they are printed as a table on standard error. */
async function handled(page, body, frames) {
  const rows = {};
  const measure = async (what, act) => (rows[what] = rowOf(await frames.during(rounds, act)));
  await measure('an idle page', () => pause(2_000));
  for (const size of [1_000, bytes]) {
    await paste(page, body, recordsOf(size));
    await pause(3_000);
    await body.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    // Moves into the string at the end of the line, so that the text stays JSON.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await measure(`typing ${KEYS} letters in ${size / 1000} kB`, () => type(page));
    await measure(`scrolling ${size / 1000} kB`, () => scroll(page, body));
  }
  await page.keyboard.press('ControlOrMeta+T');
  await body.waitFor();
  await measure('to another tab and back', () => changeTabs(page));
  await page.keyboard.press('Control+Tab');
  await pause(500);
  console.error(
    Object.entries(rows)
      .map(([what, row]) => `${what}: ${JSON.stringify(row)}`)
      .join('\n'),
  );
}

/** JSON of about `size` bytes, with a placeholder in each record. */
function recordsOf(size) {
  const records = Array.from(
    { length: Math.max(2, Math.floor(size / 100)) },
    (_, index) =>
      `  {"index": ${index}, "number": "{{CARD_NUMBER_1}}", "text": "${'lorem ipsum '.repeat(3)}"}`,
  );
  return `[\n${records.join(',\n')}\n]\n`;
}

async function paste(page, body, text) {
  await body.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await body.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** At the speed of a fast typist. */
async function type(page) {
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.type('a');
    await pause(60);
  }
}

async function scroll(page, body) {
  await body.hover();
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step < 20 ? 900 : -900);
}

async function press(button) {
  await button.click();
  await pause(2_000);
}

async function changeTabs(page) {
  await page.keyboard.press('Control+Tab');
  await pause(500);
  await page.keyboard.press('Control+Tab');
  await pause(500);
}
