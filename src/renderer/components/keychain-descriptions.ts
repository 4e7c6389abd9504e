import type { KeychainTrouble } from '@shared/profiles/credential';

/** What is wrong with the keychain, and what a person can do about it. */
export const KEYCHAIN_DESCRIPTIONS: Readonly<Record<KeychainTrouble, string>> = {
  absent:
    'No keychain is available on this computer. Start one (on Linux: GNOME Keyring or KWallet in a desktop session), then try again.',
  locked:
    'The keychain is locked, or is waiting for its password. Unlock it (look for its window), then try again.',
  failed: 'The keychain answered with an error. Look at the raw detail, then try again.',
  crashed:
    'The process that asks the keychain crashed; the raw detail says how. Try again. If it crashes again, install the app again (in a clone: delete node_modules, then npm start).',
};
