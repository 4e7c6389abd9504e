// Prints the first thing the app draws, as HTML on standard output: it runs the built script itself once, in a document
// without a window and with a main process that never answers, so that no part of the first screen has to be written
// twice. Run: node draw.mjs FILE (the built script of the first screen)
import { Window } from 'happy-dom';
import { pathToFileURL } from 'node:url';

const LIMIT_MS = 20_000;
/** The address of the page, for which links are written (src/main/shell/origin.ts). */
const page = new Window({ url: 'app://explorer/index.html', width: 1280, height: 800 });
const silent = () => new Promise(() => undefined);
const stubs = {
  explorer: new Proxy({}, { get: (_, name) => (name === 'on' ? () => () => undefined : silent) }),
  // Keys have other names on an Apple computer.
  navigator: { platform: process.platform === 'darwin' ? 'MacIntel' : process.platform, userAgent: '' },
};

for (const name of Object.getOwnPropertyNames(page)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
}
for (const [name, value] of Object.entries(stubs)) {
  for (const place of [globalThis, page]) Object.defineProperty(place, name, { value, configurable: true });
}
Object.defineProperty(globalThis, 'window', { value: globalThis });
for (const name of [
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'getComputedStyle',
  'matchMedia',
]) {
  Object.defineProperty(globalThis, name, { value: page[name].bind(page), configurable: true });
}
Object.defineProperty(page.document, 'fonts', { value: { load: async () => [] } });
page.document.body.innerHTML = '<div id="app"></div>';

const limit = setTimeout(() => {
  console.error('The first screen was not drawn.');
  process.exit(1);
}, LIMIT_MS);
await import(pathToFileURL(process.argv[2]).href);
const root = page.document.querySelector('#app');
while (root.querySelector('#session-id') === null) await new Promise((resolve) => setTimeout(resolve, 5));
clearTimeout(limit);

// The document may not contain inline styles. Those of the panes are set again by first-frame.ts; any other is an error.
for (const styled of root.querySelectorAll('[style]')) {
  if (!styled.hasAttribute('data-split'))
    throw new Error(`A style in the first frame: ${styled.outerHTML.slice(0, 200)}`);
  styled.removeAttribute('style');
}
process.stdout.write(root.innerHTML.replaceAll(/<!--.*?-->/g, ''), () => process.exit(0));
