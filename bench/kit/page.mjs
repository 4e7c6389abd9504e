// Functions that measurements run in a page, including their calls to the app through its bridge. Each function is sent
// as text, so it may not use anything outside itself.

/** The box for the ID, both in the app and in the floor. */
export const FIELD = '#session-id, [aria-label="Session ID"]';

/**
 * In the page, before its own scripts: has Chromium record when the text of the first such element appeared on the
 * screen, and reports it in ms since 1970.
 * @param {string} selector
 */
export function watchFor(selector) {
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    window.benchTell(String(performance.timeOrigin + list.getEntries()[0].renderTime));
  }).observe({ type: 'element', buffered: true });
  const found = new MutationObserver(() => {
    const element = document.querySelector(selector);
    if (!element) return;
    found.disconnect();
    element.setAttribute('elementtiming', 'bench');
  });
  found.observe(document, { childList: true, subtree: true });
}

/**
 * In the page: the time in ms from a click on "Look up" until the result is painted, and the longest time between two
 * frames meanwhile.
 * @param {{ place: string, text: string }} what a selector, and the text that only this answer puts there.
 */
export function clickToPaint({ place, text }) {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Look up');
  const shown = () => document.querySelector(place)?.textContent.includes(text) === true;
  return new Promise((resolve) => {
    const started = performance.now();
    let [last, longest] = [started, 0];
    const look = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      if (!shown()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // After the frame that contains it.
      port1.onmessage = () => resolve({ ms: performance.now() - started, longest });
      port2.postMessage(null);
    };
    button.click();
    requestAnimationFrame(look);
  });
}

/**
 * In the page: the time in ms from a click on a button until a text says that it is done.
 * @param {{ name: string, status: string, text: string }} what the button's text, a selector, and what it then says.
 */
export function clickUntil({ name, status, text }) {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  const done = () => [...document.querySelectorAll(status)].some((one) => one.textContent.includes(text));
  return new Promise((resolve) => {
    const started = performance.now();
    const observer = new MutationObserver(() => {
      if (!done()) return;
      observer.disconnect();
      resolve(performance.now() - started);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    button.click();
  });
}

/** In the page: ms since 1970 just after the frame that contains such an element with this text. */
export function untilPainted({ selector, text }) {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)?.textContent.includes(text)) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // After the frame that contains it.
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      port2.postMessage(null);
    };
    look();
  });
}

/** In the page: resolves when there is such an element, with this text if one is given. */
export function untilThere({ selector, text = '' }) {
  const isThere = () =>
    [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text));
  return new Promise((resolve) => {
    const look = () => (isThere() ? resolve(null) : requestAnimationFrame(look));
    look();
  });
}

/** In the page: puts a text into a field, as if it had been typed. */
export function fillIn({ selector, text }) {
  const field = document.querySelector(selector);
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  set.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** In the page: chooses the tab of this name as soon as it exists. */
export function chooseTab(name) {
  const find = () =>
    [...document.querySelectorAll('[role="tab"]')].find((one) => one.textContent.includes(name));
  return new Promise((resolve) => {
    const look = () => {
      const tab = find();
      if (!tab) return requestAnimationFrame(look);
      tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      resolve(null);
    };
    look();
  });
}

/** In the page: the longest time between two frames while the page has nothing to do. */
export function idleFrames(ms) {
  return new Promise((resolve) => {
    const until = performance.now() + ms;
    let [last, longest] = [performance.now(), 0];
    const look = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      if (now < until) requestAnimationFrame(look);
      else resolve(longest);
    };
    requestAnimationFrame(look);
  });
}

/**
 * In the page of the app: creates and activates a profile for this service, with its token in the keychain. Returns the
 * problem, or null.
 */
export async function useProfile({ baseUrl, token }) {
  const known = await window.explorer.describeProfiles();
  if (known.ok && known.value.profiles.some(({ name }) => name === 'Bench')) return null;
  const created = await window.explorer.createProfile({
    draft: {
      name: 'Bench',
      environment: 'sandbox',
      baseUrl,
      merchantAccountId: null,
      merchantHeader: 'x-service-merchant-account-id',
      readOnly: false,
      timeouts: { connectMs: 5_000, totalMs: 600_000 },
      proxy: { kind: 'none' },
      extraCaFile: null,
      clientCertificate: null,
      variables: [],
    },
  });
  if (!created.ok) return created.problem.title;
  const { profileId } = created.value;
  const results = [
    await window.explorer.saveToken({ profileId, token, home: 'keychain' }),
    await window.explorer.activateProfile({ profileId }),
  ];
  return results.find(({ ok }) => !ok)?.problem.title ?? null;
}

/** Makes the app use this service. Works with both kinds of page: Playwright's and the pipe's. */
export async function useService(page, service) {
  const wrong = await page.evaluate(useProfile, service);
  if (wrong !== null) throw new Error(wrong);
  await page.evaluate(untilThere, { selector: '[aria-label="Profile"]', text: 'Bench' });
}
