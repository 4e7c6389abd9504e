import { showQuestion } from './show-question';

/* Light or dark as tokens.css reads it. Not the code of main.ts: this page shares no script with the app. */
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

// With it the bundler takes this file for a module, and wraps it in no helper that the app's bundle shares.
export {};
