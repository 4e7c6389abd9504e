// How the first screen is loaded. Main answers each request of the page, and some fifty small files, in three waves,
// each discovered only when the previous one had arrived, took a third of the time until the window was usable
// (docs/performance.md).
import { resolve } from 'node:path';

/** Modules that it imports later, on demand, are not part of the first screen. */
const ROOT = 'src/renderer/main.ts';
/** Shows the first frame before the rest is loaded (build/first-frame). */
const FIRST_FRAME = 'src/renderer/first-frame/first-frame.ts';
/** The fonts that `styles/start-styles.ts` waits for. */
const FONT = /\/(inter|jetbrains-mono)-latin-wght-normal-[^/]*\.woff2$/;

/**
 * For Rolldown: one script for all modules that the first screen imports, and one before it for those that show the
 * first frame.
 * @returns {import('rolldown').CodeSplittingGroup[]}
 */
export function firstScreenGroups() {
  return [group('first-frame', FIRST_FRAME, 2), group('first-screen', ROOT, 1)];
}

/**
 * @param {string} name
 * @param {string} root
 * @param {number} priority
 */
function group(name, root, priority) {
  /** @type {Set<string> | null} */
  let needed = null;
  return {
    debugName: name,
    priority,
    name: (/** @type {string} */ id, /** @type {import('rolldown').ChunkingContext} */ chunking) => {
      needed ??= staticallyImported(resolve(root), chunking);
      return needed.has(id) ? name : null;
    },
  };
}

/**
 * @param {string} root
 * @param {import('rolldown').ChunkingContext} chunking
 */
function staticallyImported(root, chunking) {
  const found = new Set([root]);
  // Iterating over a set also visits items that are added during the iteration.
  for (const id of found) {
    for (const imported of chunking.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Vite plugin: makes the app's page request its fonts at once, not when the first text is laid out.
 * @returns {import('vite').Plugin}
 */
export function preloadFonts() {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle }) =>
        path !== '/index.html'
          ? []
          : Object.keys(bundle ?? {})
              .filter((file) => FONT.test(file))
              .map((file) => ({
                tag: 'link',
                attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `./${file}` },
              })),
    },
  };
}
