import { rememberedWidth } from '../components/split-width';
import { startStyles } from '../styles/start-styles';

/**
 * The first screen, shown before the app's script is read. The build puts what the app renders first, hidden, into the
 * document (build/first-frame); this small script runs first and shows it with the right letters, colours and widths,
 * and keeps what a person does in it until the app has loaded (hand-over.ts). On another screen there is no frame, and
 * only keys are kept; in development it only prepares the styles.
 */
const root = document.querySelector<HTMLElement>('#app');
const PAINT_LIMIT_MS = 500;
const MAX_FILE_BYTES = 20_000_000;
/** The addresses for which the app starts on the Sessions screen as rendered by the build. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['', '#/', '#/sessions']);

/**
 * A text that was looked up, an element that was clicked, a key, or text pasted into whatever an earlier key has
 * opened.
 */
export type Press =
  | { readonly lookUp: string }
  | { readonly part: HTMLElement }
  | { readonly keys: KeyboardEventInit }
  | { readonly pasted: string };
/** What was pressed and has not been carried out yet, in order. */
const pressed: Press[] = [];
const listening = new AbortController();
/**
 * True once the app has replaced the frame: it then handles presses itself, unless earlier ones have to be carried out
 * first.
 */
let appIsThere = false;

/**
 * To be called once the app has replaced the frame. Returns the presses so far; later ones that must wait for these are
 * added to it.
 */
export function takePresses(): Press[] {
  appIsThere = true;
  return pressed;
}

/**
 * Removes the listeners: the app has the same root element, so they would keep each clicked element, and the form
 * around it.
 */
export function endPresses(): void {
  listening.abort();
  pressed.length = 0;
}

export const fieldIn = (element: HTMLElement): HTMLTextAreaElement | null =>
  element.querySelector('textarea');

/** The frame, once it is painted; null when there is none. */
export const firstFrame: Promise<HTMLElement | null> = show();

async function show(): Promise<HTMLElement | null> {
  await startStyles();
  if (!root?.hidden) return null;
  if (!OF_THE_FRAME.has(location.hash)) root.replaceChildren();
  listen(root);
  if (root.firstElementChild !== null) {
    setWidths(root);
    root.hidden = false;
    fieldIn(root)?.focus();
    await painted();
    return root;
  }
  root.hidden = false;
  return null;
}

/** Keys for text in a field; keys that change the zoom or the profile, or go to that field, do not open anything. */
const OF_TEXT = /^[acvxyz]$/i;
const OPENS_NOTHING = /^[\d+=fl-]$/i;
const MODIFIER = /^(?:Control|Shift|Alt|Meta|CapsLock)$/;

/** Behaves as the app does: Enter looks up the typed text and selects it, so that the next paste replaces it. */
function listen(frame: HTMLElement): void {
  /** True if something may have opened, for which the next input is meant. */
  let opens = false;

  /**
   * Keeps a press for later: with `always` in any case, otherwise until the app has loaded and has no earlier press
   * left to carry out.
   */
  const keep = (event: Event, press: Press, always = false): boolean => {
    // Events that the person did not cause come from hand-over.ts.
    if (!event.isTrusted || (appIsThere && !always && pressed.length === 0)) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.push(press);
    return true;
  };
  const lookUp = (event: Event): void => {
    const field = fieldIn(frame);
    if (field === null || !keep(event, { lookUp: field.value }, true)) return;
    field.focus();
    field.select();
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    const mod = event.ctrlKey || event.metaKey;
    if (event.isComposing || MODIFIER.test(key) || (mod && OF_TEXT.test(key))) return;
    const keys = keysOf(event);
    if (opens) keep(event, { keys });
    else if (key === 'Enter' && !event.shiftKey && (mod || event.target === fieldIn(frame))) lookUp(event);
    else if (
      ((mod || altKey) && key.length === 1) ||
      /^F\d/.test(key) ||
      (key === '?' && event.target !== fieldIn(frame))
    )
      // Everything after a switch to another profile waits for that.
      opens = keep(event, { keys }, mod && /^[1-9]$/.test(key)) && (altKey || !OPENS_NOTHING.test(key));
  };
  const onClick = (event: MouseEvent): void => {
    const part = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
    if (part !== null && part.getAttribute('type') !== 'submit') opens = keep(event, { part }) || opens;
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (opens) keep(event, { pasted: event.clipboardData?.getData('text/plain') ?? '' });
  };
  const options = { signal: listening.signal, capture: true };
  window.addEventListener('keydown', onKey, options);
  window.addEventListener('paste', onPaste, options);
  frame.addEventListener('submit', lookUp, options);
  frame.addEventListener('click', onClick, options);
  takeDrops(fieldIn(frame));
}

/** Text dropped on the box is inserted, as in the app; Chromium would open a dropped file that is not handled. */
function takeDrops(field: HTMLElement | null): void {
  field?.addEventListener('dragover', (event) => event.preventDefault());
  field?.addEventListener('drop', (event) => {
    event.preventDefault();
    void droppedText(event.dataTransfer).then((text) => {
      // The app may have taken over by now.
      if (root !== null && text) fill(fieldIn(root), text);
    });
  });
}

async function droppedText(data: DataTransfer | null): Promise<string | undefined> {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return data?.getData('text/plain');
  if (files.reduce((bytes, { size }) => bytes + size, 0) > MAX_FILE_BYTES) return '';
  return (await Promise.all(files.map((file) => file.text()))).join('\n');
}

export function fill(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return;
  field.value = text;
  field.select();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function keysOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const modifierAltGraph = event.getModifierState('AltGraph');
  return {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    repeat,
    modifierAltGraph,
    bubbles: true,
    cancelable: true,
  };
}

/** Sets widths by script, because inline styles are not allowed in the document. */
function setWidths(frame: HTMLElement): void {
  for (const panes of frame.querySelectorAll<HTMLElement>('[data-split]')) {
    const divider = panes.querySelector('[role="separator"]');
    const number = (name: string): number => Number(divider?.getAttribute(`aria-value${name}`));
    const kept = rememberedWidth(panes.dataset.split ?? '', { min: number('min'), max: number('max') });
    const width = kept ?? number('now');
    divider?.setAttribute('aria-valuenow', String(width));
    panes.style.setProperty('--split-first', `${width}px`);
  }
}

/**
 * Resolves once this frame is on screen; only then is the app rendered, and does main load itself. An invisible window
 * is not painted, and Chromium does not always report the paint.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      // The earlier first-paint entry is for the empty window.
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, document.hidden ? 0 : PAINT_LIMIT_MS);
  });
}
