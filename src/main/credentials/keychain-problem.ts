import type { KeychainTrouble } from '@shared/profiles/credential';
import { ProblemError } from '@shared/problem';
import { KeychainError } from './secret-store';

const MEANINGS: Readonly<Record<KeychainTrouble, string>> = {
  absent: 'No keychain is available on this computer.',
  locked: 'The keychain is locked, or is waiting for its password.',
  failed: 'The keychain answered with an error.',
  crashed: 'The process that asks the keychain crashed.',
};

const REMEDIES: Readonly<Record<KeychainTrouble, string>> = {
  absent: 'Start a keychain (on Linux: GNOME Keyring or KWallet in a desktop session)',
  locked: 'Unlock the keychain (look for its window)',
  failed: 'Look at the detail below',
  crashed: 'Install the app again (in a clone: delete node_modules, then npm start)',
};

/** True if the reason is a trouble with the keychain. */
export function isKeychainTrouble(reason: string): reason is KeychainTrouble {
  return Object.hasOwn(MEANINGS, reason);
}

/** A sentence. */
export function keychainMeaning(trouble: KeychainTrouble): string {
  return MEANINGS[trouble];
}

export function keychainRemedy(trouble: KeychainTrouble): string {
  return REMEDIES[trouble];
}

/** What was being done, and what that means for the person. */
const DOINGS = {
  save: {
    title: 'The secret was not saved',
    meaning: 'Nothing was changed, and nothing was written anywhere else.',
    otherwise: 'or keep it for this run only: it is then in memory until the app ends',
  },
  restore: {
    title: 'The profile is back, but its secret is not',
    meaning: 'The secret is still held in memory.',
    otherwise: 'or enter it in the profile',
  },
  read: {
    title: 'The secret could not be read',
    meaning: 'Nothing was sent. What is in the keychain is untouched.',
    otherwise: 'or enter it again for this run only',
  },
} as const;

const MAY_SAVE_YET = 'Nothing was written anywhere else; what it was asked to save may still end up in it.';

/** If something was to be sent, the title names the trouble with the keychain. */
const TITLES: Readonly<Record<KeychainTrouble, string>> = {
  absent: 'No keychain is available on this computer',
  locked: 'The keychain of this computer is locked',
  failed: 'The keychain answered with an error',
  crashed: 'The process that asks the keychain crashed',
};

/**
 * Describes a keychain failure to a person. Codes: `keychain-absent`, `keychain-locked`, `keychain-failed`,
 * `keychain-crashed`.
 * @param profileId whose secret was to be sent, so that the window can offer other options.
 */
function keychainProblem(error: KeychainError, doing: keyof typeof DOINGS, profileId?: string): ProblemError {
  const { trouble, detail } = error;
  const again = `${REMEDIES[trouble]} and try again`;
  // The window offers the other options beside it, each with its button, so the sentence names none.
  if (profileId !== undefined)
    return new ProblemError({
      code: `keychain-${trouble}`,
      title: TITLES[trouble],
      meaning:
        'Tokens and signing keys are kept there and nowhere else. None of them is lost, and nothing was sent.',
      nextStep: `${again}.`,
      profileId,
      detail,
    });
  const { title, meaning, otherwise } = DOINGS[doing];
  // The keychain was asked and has not refused, so it may still save the secret.
  const isOpen = doing === 'save' && (trouble === 'locked' || trouble === 'crashed');
  return new ProblemError({
    code: `keychain-${trouble}`,
    title,
    meaning: `${MEANINGS[trouble]} ${isOpen ? MAY_SAVE_YET : meaning}`,
    nextStep: `${again}, ${otherwise}.`,
    detail,
  });
}

/** Runs `act`, and turns a failure of the keychain into a `ProblemError`. */
export async function orKeychainProblem<T>(
  doing: keyof typeof DOINGS,
  act: () => Promise<T>,
  profileId?: string,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof KeychainError ? keychainProblem(error, doing, profileId) : error;
  }
}
