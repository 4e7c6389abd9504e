import { BrowserWindow, type IpcMainEvent, type Session } from 'electron';
import { z } from 'zod';
import { declined, type Answer, type AskPerson, type Question } from '@shared/questions/question';
import { QUESTION_CHANNELS } from '@shared/questions/question-page';
import { LOCKED_PAGE, lockWindow } from './lock-window';
import { isQuestionOrigin, QUESTION_PAGE } from './origin';

export interface QuestionWindowOptions {
  /** The main window, which accepts no input while a question is open. */
  readonly parent: () => BrowserWindow | null;
  readonly preload: string;
  /** Serves the question's page and nothing else. */
  readonly session: Session;
  /** Called when a question opens and when it closes. */
  readonly announce: (open: boolean) => void;
  readonly reportTrouble: (what: string) => void;
}

/** At a zoom of 100 %. */
const WIDTH = 520;
const MIN_HEIGHT = 160;
/** Distance from the parent's edges, if the parent is large enough. */
const MARGIN = 16;
const FONTS_WITHIN_MS = 500;

const answerSchema: z.ZodType<Answer> = z.object({ confirmed: z.boolean(), checked: z.boolean() });

/**
 * Asks in a window of main's own. The answer is "no" unless the person pressed the confirming button; also if the
 * window was closed, its page or the app's page crashed or hangs, the app's window is gone, or the signal aborted.
 */
export function questionWindow(options: QuestionWindowOptions): AskPerson {
  return (question, signal) => {
    const parent = options.parent();
    if (signal.aborted || !parent || parent.isDestroyed() || parent.webContents.isCrashed())
      return Promise.resolve(declined);
    return ask(parent, question, signal, options);
  };
}

function ask(
  parent: BrowserWindow,
  question: Question,
  signal: AbortSignal,
  options: QuestionWindowOptions,
): Promise<Answer> {
  return new Promise((resolve) => {
    options.announce(true);
    const asker = parent.webContents;
    // Whoever needs larger text in the app needs it here above all.
    const zoom = asker.getZoomFactor();
    const window = openWindow(parent, question.title, zoom, options);
    const contents = window.webContents;
    let open = true;
    const end = (answer: Answer): void => {
      if (!open) return;
      // Only the first answer counts: closing the window gives another one.
      open = false;
      signal.removeEventListener('abort', no);
      parent.removeListener('closed', no);
      asker.removeListener('render-process-gone', no);
      resolve(answer);
      options.announce(false);
      if (!window.isDestroyed()) window.destroy();
    };
    const no = (): void => end(declined);
    const fail = (what: string): void => {
      options.reportTrouble(`the question "${question.title}" could not be asked: ${what}`);
      no();
    };
    const isItsPage = ({ senderFrame }: IpcMainEvent): boolean =>
      senderFrame !== null && senderFrame === contents.mainFrame && isQuestionOrigin(senderFrame.url);

    // Only this window is listened to, whatever another one sends.
    contents.ipc.on(QUESTION_CHANNELS.read, (event) => {
      event.returnValue = isItsPage(event) ? question : null;
    });
    contents.ipc.on(QUESTION_CHANNELS.answer, (event, sent: unknown) => {
      const answer = answerSchema.safeParse(sent);
      if (!isItsPage(event) || !answer.success) return;
      const { confirmed, checked } = answer.data;
      end({ confirmed, checked: confirmed && checked && question.checkboxLabel !== null });
    });
    signal.addEventListener('abort', no);
    parent.once('closed', no);
    asker.once('render-process-gone', no);
    window.once('closed', no);
    window.once('unresponsive', () => fail('its page does not answer'));
    contents.once('render-process-gone', (_event, { reason }) => fail(reason));
    contents.once('did-navigate', () => contents.setZoomFactor(zoom));
    contents.once('did-finish-load', () => {
      void show(window, parent, zoom).catch((error: unknown) => {
        if (!window.isDestroyed()) fail(String(error));
      });
    });
    window.loadURL(QUESTION_PAGE).catch((error: unknown) => {
      if (!window.isDestroyed()) fail(String(error));
    });
  });
}

function openWindow(
  parent: BrowserWindow,
  title: string,
  zoom: number,
  { preload, session }: QuestionWindowOptions,
): BrowserWindow {
  const window = new BrowserWindow({
    parent,
    modal: true,
    show: false,
    // It draws its own title bar, the same on every platform.
    frame: false,
    useContentSize: true,
    width: widthAt(zoom, parent),
    // As high as it may get: it shrinks before anybody sees it, and nothing in it moves.
    height: mostHeight(parent),
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    title,
    // Its page must learn when it is shown, because its buttons do not count before that.
    paintWhenInitiallyHidden: false,
    webPreferences: {
      preload,
      session,
      ...LOCKED_PAGE,
      devTools: false,
    },
  });
  window.removeMenu();
  lockWindow(window, () => false);
  return window;
}

function widthAt(zoom: number, parent: BrowserWindow): number {
  return Math.round(Math.min(WIDTH * zoom, parent.getContentBounds().width - 2 * MARGIN));
}

function mostHeight(parent: BrowserWindow): number {
  return Math.max(MIN_HEIGHT, parent.getContentBounds().height - 2 * MARGIN);
}

/** Measured in the final font, if that loads soon enough. */
const HEIGHT_OF_PAGE = `(() => {
  const height = () => Math.ceil(document.getElementById('dialog').getBoundingClientRect().height);
  height();
  const late = new Promise((resolve) => setTimeout(resolve, ${FONTS_WITHIN_MS}));
  return Promise.race([document.fonts.ready, late]).then(height);
})()`;

/** Makes the window as high as its text needs, centres it on its parent, and gives it the keyboard. */
async function show(window: BrowserWindow, parent: BrowserWindow, zoom: number): Promise<void> {
  const measured: unknown = await window.webContents.executeJavaScript(HEIGHT_OF_PAGE);
  const wanted = Math.ceil((Number(measured) || 0) * zoom);
  const area = parent.getContentBounds();
  const width = widthAt(zoom, parent);
  const height = Math.round(Math.min(mostHeight(parent), Math.max(MIN_HEIGHT, wanted)));
  window.setContentBounds({
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + Math.max(MARGIN, (area.height - height) / 3)),
    width,
    height,
  });
  // Only once: showing it twice would leave the parent disabled (electron#8768).
  window.show();
  window.webContents.focus();
}
