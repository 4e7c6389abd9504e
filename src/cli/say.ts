import { maskCardData } from '@shared/cards/mask-card-data';
import { ENTER_A_TOKEN } from '@shared/explain/status-words';
import type { Problem } from '@shared/problem';
import { visible } from './visible';

/** A sentence on standard error. What others wrote into it can neither steer a terminal nor pass for a line of ours, and card data in it is masked. */
export function say(words: string): void {
  process.stderr.write(`${maskCardData(visible(words)).trimEnd().replace(/\n/g, '\n    ')}\n`);
}

/** A word as a shell takes it back: what a service says is nobody's command. */
export function shellWord(text: string): string {
  const shown = visible(text);
  return /^[\w.=+/:@%-]+$/.test(shown) ? shown : `'${shown.replace(/'/g, `'\\''`)}'`;
}

/** The environment variable that an access token may come by. */
export const TOKEN_VARIABLE = 'PAYMENTS_EXPLORER_TOKEN';

const FOR_THIS_RUN = `in ${TOKEN_VARIABLE}, or on standard input with --token-stdin`;
const GIVEN_HERE = `${FOR_THIS_RUN}, or in the profile's form in the app`;

/** In the middle of a sentence. */
export const FRESH_TOKEN = `give a fresh access token (${GIVEN_HERE}), and check that it was issued for this environment.`;

/** Of a token: here it can come by other ways than the window's. */
function nextStepHere({ code, nextStep }: Pick<Problem, 'code' | 'nextStep'>): string {
  if (code === 'no-credential') return `Give an access token: ${GIVEN_HERE}.`;
  if (code.startsWith('keychain-'))
    return `${nextStep} Or give an access token for this run: ${FOR_THIS_RUN}.`;
  return nextStep === ENTER_A_TOKEN ? FRESH_TOKEN.replace('give', 'Give') : nextStep;
}

/** What happened, what it means, what to do next, and the raw truth below. */
export function sayProblem(
  say: (words: string) => void,
  { code, title, meaning, nextStep, detail }: Problem,
): void {
  say(`${title}. ${meaning}`);
  say(nextStepHere({ code, nextStep }));
  if (detail !== null) say(`(${detail})`);
}
