import { isKeychainTrouble, keychainMeaning, keychainRemedy } from '@main/credentials/keychain-problem';
import type { LeftBehind } from '@main/sending/unkept-sends';
import type { DatabaseState } from '@shared/app/database-state';

interface RunKept {
  /** The sends that only this run's `UnkeptSends` know of; null if there are none. */
  readonly left: LeftBehind | null;
  /** True if nothing that was sent may have an effect. */
  readonly onlyReads: boolean;
}

/**
 * Sentences about where this run is kept: none if it is kept as usual, or if it is not expected to be kept, as with a
 * read on a computer without a keychain where nothing was ever kept.
 */
export function storageSentences(state: DatabaseState, { left, onlyReads }: RunKept): readonly string[] {
  if (onlyReads && left === null && isWithoutKeychain(state)) return [];
  const isWritten = left !== null && left.at !== null;
  return [
    ...(left === null ? [] : [openSend(left)]),
    ...sentencesOf(state, isWritten ? 'Nothing else' : 'Nothing'),
  ];
}

function openSend({ at }: LeftBehind): string {
  return at === null
    ? 'Something went out that may have been carried out, and even that could not be recorded in the data folder: the next command will not know about it. Note it elsewhere, and check at the destination before anything like it goes out.'
    : `It is recorded that something went out that may have been carried out: until somebody has checked, nothing else that has an effect goes out from here. When you have checked at the destination, give the next command --checked-until ${at}.`;
}

/** True if there is no keychain, and nothing has ever been kept with one in this data folder. */
function isWithoutKeychain(state: DatabaseState): boolean {
  return state.kind === 'session-only' && state.hidesKept !== true && isKeychainTrouble(state.reason);
}

function sentencesOf(state: DatabaseState, nothing: string): readonly string[] {
  switch (state.kind) {
    case 'closed':
      return [];
    case 'open':
      // Reported only to the process that opens the file first; the app will not know about it later.
      return state.notice === null ? [] : [state.notice];
    case 'session-only': {
      // If there was never a file, there is nothing that was not read.
      const read = state.hidesKept === true ? ' were not read, and' : '';
      const what = `The history and saved requests${read} cannot be written here`;
      const lost = `${nothing} from this run is kept.`;
      const { detail } = state;
      const why = whyNotWritten(state);
      if (why === null) return [`${what}: ${detail}`, lost];
      return [
        `${what}. ${why.meaning}`,
        `${lost} ${why.remedy} to have it kept.`,
        // The remedy may refer to it.
        ...(detail === '' ? [] : [`(${detail})`]),
      ];
    }
  }
}

type SessionOnly = Extract<DatabaseState, { kind: 'session-only' }>;

/** Null if the detail is a sentence that says it all. */
function whyNotWritten({ reason, detail }: SessionOnly): { meaning: string; remedy: string } | null {
  if (isKeychainTrouble(reason)) return { meaning: keychainMeaning(reason), remedy: keychainRemedy(reason) };
  if (reason === 'disk')
    return {
      meaning: 'The disk is full, or the data folder cannot be written or is gone.',
      remedy: 'Make sure that the disk has room and that the data folder can be written',
    };
  // What only the app may open counts as in use, too.
  if (reason === 'in-use' && detail.startsWith('SQLITE_'))
    return {
      meaning: 'Another program is using the database file.',
      remedy: 'Wait until it is done (a backup, for example), or close it',
    };
  return null;
}
