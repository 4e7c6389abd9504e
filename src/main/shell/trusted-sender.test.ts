import { expect, it } from 'vitest';
import { QUESTION_PAGE, START_PAGE } from './origin';
import { isTrustedSender } from './trusted-sender';

const mainFrame = { url: START_PAGE };
const webContents = { mainFrame };
const window = { isDestroyed: () => false, webContents };
const asking = { sender: webContents, senderFrame: mainFrame };

it('a trusted sender is the main frame of the one window, at the app’s own page', () => {
  expect(isTrustedSender(asking, window)).toBe(true);
});

it.each([
  ['another window', { ...asking, sender: { mainFrame } }, window],
  ['a frame within the page, at its origin', { ...asking, senderFrame: { url: START_PAGE } }, window],
  ['a frame that is gone', { ...asking, senderFrame: null }, window],
  ['no window', asking, null],
  ['a window that is gone', asking, { ...window, isDestroyed: () => true }],
])('a trusted sender is not %s', (_who, event, of) => {
  expect(isTrustedSender(event, of)).toBe(false);
});

it.each(['https://example.com/', QUESTION_PAGE, 'about:blank', ''])(
  'a trusted sender is not the window when it shows %j',
  (url) => {
    const led = { mainFrame: { url } };
    const there = { ...window, webContents: led };
    expect(isTrustedSender({ sender: led, senderFrame: led.mainFrame }, there)).toBe(false);
  },
);
