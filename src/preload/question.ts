import { contextBridge, ipcRenderer } from 'electron';
import { QUESTION_CHANNELS, type QuestionPage } from '@shared/questions/question-page';

/** Exposes `window.question`: two functions, and no access to anything else in the app. */
const page: QuestionPage = {
  // Synchronous, so that the window is never shown before its question is there.
  read: () => ipcRenderer.sendSync(QUESTION_CHANNELS.read),
  answer: (answer) => ipcRenderer.send(QUESTION_CHANNELS.answer, answer),
};

contextBridge.exposeInMainWorld('question', Object.freeze(page));
