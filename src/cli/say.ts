import { maskCardData } from '@shared/cards/mask-card-data';
import { ENTER_A_TOKEN } from '@shared/explain/status-words';
import type { Problem } from '@shared/problem';
import { visible } from './visible';

/**
 * A sentence for standard error. Foreign text in it can neither control a terminal nor pass for a line of the app, and
 * card data in it is masked.
 */
export function lineToSay(words: string): string {
  return `${maskCardData(visible(words)).trimEnd().replace(/\n/g, '\n    ')}\n`;
}

/** Writes a sentence to standard error. */
export function say(words: string): void {
  process.stderr.write(lineToSay(words));
}

/** A word quoted for a shell, so that text from a service never becomes a command, nor in zsh (`=`) the path of one. */
export function shellWord(text: string): string {
  const shown = visible(text);
  return /^(?!=)[\w.=+/:@%-]+$/.test(shown) ? shown : `'${shown.replace(/'/g, `'\\''`)}'`;
}

/** The environment variable for an access token. */
export const TOKEN_VARIABLE = 'PAYMENTS_EXPLORER_TOKEN';

const FOR_THIS_RUN = `in ${TOKEN_VARIABLE}, or on standard input with --token-stdin`;
const GIVEN_HERE = `${FOR_THIS_RUN}, or in the profile's form in the app`;

/** Worded for the middle of a sentence. */
export const FRESH_TOKEN = `give a fresh access token (${GIVEN_HERE}), and check that it was issued for this environment.`;

/** The next step, with the ways to give a token that exist here and not in the window. */
function nextStepHere({ code, nextStep }: Pick<Problem, 'code' | 'nextStep'>): string {
  if (code === 'no-credential') return `Give an access token: ${GIVEN_HERE}.`;
  if (code.startsWith('keychain-'))
    return `${nextStep} Or give an access token for this run: ${FOR_THIS_RUN}.`;
  return nextStep === ENTER_A_TOKEN ? FRESH_TOKEN.replace('give', 'Give') : nextStep;
}

/** Says what happened, what it means and what to do next, with the raw detail below. */
export function sayProblem(
  say: (words: string) => void,
  { code, title, meaning, nextStep, detail }: Problem,
): void {
  say(`${title}. ${meaning}`);
  say(nextStepHere({ code, nextStep }));
  if (detail !== null) say(`(${detail})`);
}
