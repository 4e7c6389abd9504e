import { isKeychainTrouble, keychainMeaning, keychainRemedy } from '@main/credentials/keychain-problem';
import { ProblemError } from '@shared/problem';
import type { OpenApp } from '../open-app';

const WORDS = {
  requests: {
    what: 'Saved requests',
    sought: 'whether there is one as you named it',
    otherwise: ' A request can be given as a file (.yaml), too.',
  },
  run: {
    what: 'Saved requests',
    sought: 'whether there are any as you named them',
    otherwise: ' A folder on disk is named by a path, such as ./requests.',
  },
  history: { what: 'The history', sought: 'whether what you look for is in it', otherwise: '' },
} as const;

/**
 * Throws a `ProblemError` if what the app keeps cannot be read: it is then not known whether what was not found exists.
 */
export async function refuseUnread(app: Pick<OpenApp, 'ask'>, which: keyof typeof WORDS): Promise<void> {
  const state = await app.ask('describeStorage', undefined);
  if (state.kind !== 'session-only') return;
  const { what, sought, otherwise } = WORDS[which];
  const { reason } = state;
  const why = isKeychainTrouble(reason)
    ? { meaning: keychainMeaning(reason), remedy: keychainRemedy(reason) }
    : null;
  const isThere = state.hidesKept === true;
  // If there was never a file, it is certain that nothing exists. That is a problem only if the keychain does not work,
  // because nothing can be kept then.
  if (!isThere && why === null) return;
  throw new ProblemError({
    code: 'kept-unread',
    title: `${what} cannot be read right now`,
    meaning: isThere
      ? `So it is not known ${sought}. Nothing was sent.`
      : `${why?.meaning ?? ''} Without one nothing is kept, and nothing has been kept in this data folder. Nothing was sent.`,
    nextStep: `${why?.remedy ?? 'Look at the reason below,'} and try again.${otherwise}`,
    detail: null,
  });
}
