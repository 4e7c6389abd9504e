// All test files of a worker use one window, and the libraries loaded in it, because making and filling one for each
// file took longer than its tests. So each file ends by removing what it left there, and our own modules with their
// state.
import { MessageChannel } from 'node:worker_threads';
import { disableAutoUnmount } from '@vue/test-utils';
import { setActivePinia } from 'pinia';
import { afterAll, vi } from 'vitest';

// happy-dom's window has none.
globalThis.MessageChannel = MessageChannel;

const { setTimeout, setInterval } = globalThis;
const elements = [document.documentElement, document.head, document.body];
/** What to do at the end. */
const undoing = [];

for (const target of [globalThis, document, ...elements]) {
  const listen = target.addEventListener;
  undoing.push(() => (target.addEventListener = listen));
  target.addEventListener = (...listener) => {
    undoing.push(() => target.removeEventListener(...listener));
    listen.apply(target, listener);
  };
}
globalThis.setTimeout = (...args) => untilEnd(setTimeout(...args));
globalThis.setInterval = (...args) => untilEnd(setInterval(...args));

function untilEnd(timer) {
  undoing.push(() => clearTimeout(timer));
  return timer;
}

afterAll(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Its hook is the file's, but the library would refuse to enable it for the next one.
  disableAutoUnmount();
  for (const undo of undoing) undo();
  Object.assign(globalThis, { setTimeout, setInterval });
  for (const element of elements)
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  setActivePinia(undefined);
  vi.resetModules();
});
