import { contextBridge, ipcRenderer } from 'electron';
import { QUESTION_CHANNELS, type QuestionPage } from '@shared/questions/question-page';

/** Puts `window.question` there: two functions, and no way to anything else of the app. */
const page: QuestionPage = {
  // At once, so that the window never shows a question that is not there yet.
  read: () => ipcRenderer.sendSync(QUESTION_CHANNELS.read),
  answer: (answer) => ipcRenderer.send(QUESTION_CHANNELS.answer, answer),
};

contextBridge.exposeInMainWorld('question', Object.freeze(page));
