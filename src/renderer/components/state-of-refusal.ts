import type { Problem } from '@shared/problem';
import { KEYCHAIN_LABELS } from './describe-token';
import { STATE_LABELS, type StateLabel } from './session/session-state';

/** The request would not have been the one that the window showed. */
const HELD_BACK: StateLabel = { word: 'Held back', icon: 'skipped', tone: 'neutral' };

/**
 * Why nothing was sent, in the header's words if it says so, too. A locked keychain or an empty setting is only a
 * warning; a cancellation or a switch of the profile, somebody's own doing, not even that.
 */
const UNSENT: Readonly<Record<string, StateLabel>> = {
  'keychain-locked': keychainLabel('locked'),
  'keychain-absent': keychainLabel('absent'),
  'keychain-failed': keychainLabel('failed'),
  'keychain-crashed': keychainLabel('crashed'),
  'no-credential': { word: 'No token', icon: 'key', tone: 'soon' },
  'no-base-url': { word: 'No base URL', icon: 'edit', tone: 'soon' },
  cancelled: STATE_LABELS.cancelled,
  'profile-switched': HELD_BACK,
  'profile-changed': HELD_BACK,
  'credential-detached': { word: 'Held back', icon: 'key', tone: 'soon' },
};

/**
 * The chip for a request that main refused, and whether it implies that nothing was sent, which a defect in the app
 * does not.
 */
export function stateOfRefusal({ code }: Problem): { readonly chip: StateLabel; readonly isUnsent: boolean } {
  const chip = UNSENT[code];
  return { chip: chip ?? STATE_LABELS.failed, isUnsent: chip !== undefined };
}

function keychainLabel(trouble: keyof typeof KEYCHAIN_LABELS): StateLabel {
  const words = KEYCHAIN_LABELS[trouble];
  return {
    word: words.charAt(0).toUpperCase() + words.slice(1),
    icon: 'lock',
    tone: trouble === 'locked' ? 'soon' : 'failed',
  };
}
