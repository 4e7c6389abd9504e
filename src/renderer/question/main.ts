import { showQuestion } from './show-question';

/* Light or dark, for tokens.css. Does not use the code of main.ts, because this page shares no script with the app. */
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyTheme = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', applyTheme);
applyTheme();

const question = window.question.read();
if (question !== null) {
  const onScreen = showQuestion(question, (answer) => window.question.answer(answer));
  if (document.visibilityState === 'visible') onScreen();
  else document.addEventListener('visibilitychange', onScreen, { once: true });
}

// Makes this file a module for the bundler, so that it adds no helper shared with the app's bundle.
export {};
