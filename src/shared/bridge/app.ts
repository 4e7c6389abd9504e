import type { OutsideLink } from '../app/deep-link';
import type { SandboxFacts } from '../app/sandbox-facts';
import { requestNames } from './requests';

export interface AppFacts {
  readonly version: string;
  readonly electron: string;
  readonly platform: string;
}

/** What a form in the window may be about. */
export const FORM_KINDS = ['profile', 'import'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** Used in place of an id for a form about something that has none yet. */
export const NEW_FORM = 'new';

export interface AppRequests {
  describeApp: { argument: undefined; result: AppFacts };
  /** Ids and addresses of the built-in sandbox (no tokens); null while it is starting or if it could not start. */
  describeSandbox: { argument: undefined; result: SandboxFacts | null };
  /** The link that the app was started with, returned once. */
  takeDeepLink: { argument: undefined; result: OutsideLink | null };
  /** Why the previous page died, returned once; null if it did not. */
  takeCrashReason: { argument: undefined; result: string | null };
  /** Cancels the call that was started with this `callId`; false if there is none (any more). */
  cancelCall: { argument: { callId: string }; result: boolean };
  /**
   * All forms of one kind with unsaved changes in the window, by what they are about and never by what is in them:
   * main asks before the app ends.
   */
  noteUnsavedForms: { argument: { kind: FormKind; ids: readonly string[] }; result: null };
  /** Asks the person and opens the link only if confirmed; https only. */
  openExternalLink: { argument: { url: string }; result: boolean };
  /** Zooms in (1), out (-1) or back to the actual size (null); returns the factor, 1 for the actual size. */
  zoomWindow: { argument: { direction: 1 | -1 | null }; result: number };
  /** Opens a system menu at the pointer that copies `text`; `what` names it: `ID`. */
  openCopyMenu: { argument: { what: string; text: string }; result: null };
  /**
   * Copies text to the clipboard with secrets and card data masked, and returns what was masked. `what` names the
   * text, because nothing else reveals a security code that stands alone.
   */
  copyText: { argument: { what: string; text: string }; result: MaskedInCopy | null };
}

export type MaskedInCopy = 'a secret' | 'card data';

export const appRequestNames = requestNames<AppRequests>({
  describeApp: true,
  describeSandbox: true,
  takeDeepLink: true,
  takeCrashReason: true,
  cancelCall: true,
  noteUnsavedForms: true,
  openExternalLink: true,
  zoomWindow: true,
  openCopyMenu: true,
  copyText: true,
});
