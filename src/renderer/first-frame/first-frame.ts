import { rememberedWidth } from '../components/split-width';
import { startStyles } from '../styles/start-styles';

/**
 * The first screen as it is drawn before the app is read. The build puts into the document what the app draws first
 * (build/first-frame), hidden; this is a script of its own, small and read first, that shows it with the right letters, colours
 * and widths, and keeps what a person does in it until the app is there (hand-over.ts). Without such a frame, in
 * development and at another screen, it prepares the styles and nothing else.
 */
const root = document.querySelector<HTMLElement>('#app');
const PAINT_LIMIT_MS = 500;
/** The addresses at which the app begins with the Sessions screen as it is drawn. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['', '#/', '#/sessions']);

/** The text that was looked up, the part that was clicked, or the keys of what may be a shortcut. */
type Press = string | HTMLElement | KeyboardEventInit;
/** What was pressed in the frame, in order. */
const pressed: Press[] = [];
const listening = new AbortController();

/** What was pressed until now. The app has the same root: kept on, this would hold each part that is clicked, and the form around it. */
export function takePresses(): Press[] {
  listening.abort();
  return pressed.splice(0);
}

export const fieldIn = (element: HTMLElement): HTMLTextAreaElement | null =>
  element.querySelector('textarea');

/** The frame, once it is painted; null where there is none. */
export const firstFrame: Promise<HTMLElement | null> = show();

async function show(): Promise<HTMLElement | null> {
  await startStyles();
  if (!root?.hidden) return null;
  if (OF_THE_FRAME.has(location.hash)) {
    listen(root);
    setWidths(root);
    root.hidden = false;
    fieldIn(root)?.focus();
    await painted();
    return root;
  }
  root.replaceChildren();
  root.hidden = false;
  return null;
}

/** As the app answers: Enter looks up what is typed, and selects it, so that the next paste takes its place. */
function listen(frame: HTMLElement): void {
  const lookUp = (event: Event): void => {
    event.preventDefault();
    const field = fieldIn(frame);
    if (field === null) return;
    pressed.push(field.value);
    field.focus();
    field.select();
  };
  const onKey = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (isEnter && event.target === fieldIn(frame)) lookUp(event);
    else if (event.ctrlKey || event.metaKey || event.altKey || event.code.startsWith('F'))
      pressed.push(keysOf(event));
  };
  const onClick = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.type === 'button') pressed.push(button);
  };
  const { signal } = listening;
  frame.addEventListener('submit', lookUp, { signal });
  document.addEventListener('keydown', onKey, { signal });
  frame.addEventListener('click', onClick, { signal });
}

function keysOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const modifierAltGraph = event.getModifierState('AltGraph');
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, modifierAltGraph, bubbles: true, cancelable: true };
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
