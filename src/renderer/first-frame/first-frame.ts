import { rememberedWidth } from '../components/split-width';
import { startStyles } from '../styles/start-styles';

/**
 * The first screen as it is drawn before the app is read. The build puts into the document what the app draws first
 * (build/first-frame), hidden; this is a script of its own, small and read first, that shows it with the right letters, colours
 * and widths, and keeps what a person does in it until the app is there (hand-over.ts). At another screen there is no frame, and
 * only keys are kept; in development it prepares the styles and nothing else.
 */
const root = document.querySelector<HTMLElement>('#app');
const PAINT_LIMIT_MS = 500;
const MAX_FILE_BYTES = 20_000_000;
/** The addresses at which the app begins with the Sessions screen as it is drawn. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['', '#/', '#/sessions']);

/** The text that was looked up, the part that was clicked, a key, or text that was pasted for whatever a key before it has opened. */
export type Press =
  | { readonly lookUp: string }
  | { readonly part: HTMLElement }
  | { readonly keys: KeyboardEventInit }
  | { readonly pasted: string };
/** What was pressed, in order, and is still to be done. */
const pressed: Press[] = [];
const listening = new AbortController();
/** The app stands there: it does by itself what nothing has to be done before. */
let appIsThere = false;

/** From now on the app stands there. Gives what was pressed until then; what must wait for that is added to it. */
export function takePresses(): Press[] {
  appIsThere = true;
  return pressed;
}

/** The app has the same root: kept on, this would hold each part that is clicked, and the form around it. */
export function endPresses(): void {
  listening.abort();
  pressed.length = 0;
}

export const fieldIn = (element: HTMLElement): HTMLTextAreaElement | null =>
  element.querySelector('textarea');

/** The frame, once it is painted; null where there is none. */
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

/** Keys of the text in a field; what changes the size of the text, the profile or goes to that field opens nothing. */
const OF_TEXT = /^[acvxyz]$/i;
const OPENS_NOTHING = /^[\d+=fl-]$/i;
const MODIFIER = /^(?:Control|Shift|Alt|Meta|CapsLock)$/;

/** As the app answers: Enter looks up what is typed, and selects it, so that the next paste takes its place. */
function listen(frame: HTMLElement): void {
  /** Something may be opened: what is typed from then on is for that. */
  let opens = false;

  /** Keeps what was pressed for later, `always`, or as long as the app is not there or has to do something before it. */
  const keep = (event: Event, press: Press, always = false): boolean => {
    // What is not of the person is what hand-over.ts does.
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
      // Whatever comes after another profile waits for that.
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

/** What is dropped on the box is its text, as in the app; a file that is not taken, Chromium opens itself. */
function takeDrops(field: HTMLElement | null): void {
  field?.addEventListener('dragover', (event) => event.preventDefault());
  field?.addEventListener('drop', (event) => {
    event.preventDefault();
    void droppedText(event.dataTransfer).then((text) => {
      // The app may be there by now.
      if (root !== null && text) fill(fieldIn(root), text);
    });
  });
}

async function droppedText(data: DataTransfer | null): Promise<string | undefined> {
  const [file] = data?.files ?? [];
  if (file !== undefined) return file.size <= MAX_FILE_BYTES ? file.text() : '';
  return data?.getData('text/plain');
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

/** A document may not bring styles of its own, a script may set them. */
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
 * The app is drawn, and main loads itself, once this frame is on the screen. A window that nobody can see is not painted, and
 * Chromium does not always tell.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      // The paint before it is that of the empty window.
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, document.hidden ? 0 : PAINT_LIMIT_MS);
  });
}
