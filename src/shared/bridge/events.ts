import type { UpdateState } from '../app/updates';
import type { CredentialState } from '../profiles/credential';
import type { OutsideLink } from '../app/deep-link';
import type { ShortcutId } from '../app/shortcuts';
import type { DatabaseState } from '../app/database-state';
import type { ServedDocument } from '../documents/served-document';
import type { Problem } from '../problem';
import type { SendGrant } from '../questions/guard';
import type { LiveFolder } from '../requests/live-folder';
import type { BodyBeginning, Exchange } from '../http/exchange';
import type { SessionLine } from '../history/session-outcome';
import type { LoadProgress } from './packed-items';
import type { ProfilesState } from './profiles';
import type { RunEvent } from './saved-requests';

/** What main tells the renderer without being asked. */
export interface BridgeEvents {
  profilesChanged: ProfilesState;
  credentialChanged: CredentialState;
  /** How far a service's clock is ahead of ours (negative: behind), in ms; null when the clocks agree well enough. */
  clockSkewChanged: { readonly profileId: string; readonly skewMs: number | null };
  /** A call goes on, but not at once: it waits to try again, and why. `note` is null when it is under way again. */
  callProgress: { readonly callId: string; readonly note: string | null };
  /** A link of our scheme was opened outside; the person decides what becomes of it. */
  deepLink: OutsideLink;
  /** The history has other entries than before; `problem` is set while something cannot be written. */
  historyChanged: { readonly problem: Problem | null };
  /** Where history, saved requests and drafts lie has changed. */
  databaseChanged: DatabaseState;
  /** For which profiles "do not ask for 10 minutes" holds now. */
  grantsChanged: readonly SendGrant[];
  /** Main asks the person something in a window of its own, and the app's page waits for that. */
  questionChanged: { readonly open: boolean };
  /** Look-ups of a list that have ended since the last such event, and those that wait for their answer now. */
  sessionLines: { readonly callId: string; readonly lines: readonly SessionLine[] };
  /** A large answer begins to come, to a look-up that wants to be told: its exchange is without a body, and under way. */
  sessionBegins: { readonly callId: string; readonly exchange: Exchange; readonly beginning: BodyBeginning };
  /** How far a load of buyers is, and what it brought since the last such event. */
  buyersLoad: LoadProgress;
  /** How far a load of a document's list is, and what it brought since the last such event. */
  listLoad: LoadProgress;
  /** What becomes of one request of a run. */
  savedRun: RunEvent;
  /** The contents of folders on disk have changed, or what has to be said about them. */
  liveFoldersChanged: readonly LiveFolder[];
  /** The documents that the Local sandbox serves have changed, or the state of one of them has. */
  servedDocumentsChanged: readonly ServedDocument[];
  /** The app asked for newer versions by itself, as the person agreed to. */
  updatesChanged: UpdateState;
  /** The person chose an action in the menu of the system. */
  shortcutChosen: { readonly id: ShortcutId };
}

export const bridgeEventNames = Object.keys({
  profilesChanged: true,
  credentialChanged: true,
  clockSkewChanged: true,
  callProgress: true,
  deepLink: true,
  historyChanged: true,
  databaseChanged: true,
  grantsChanged: true,
  questionChanged: true,
  sessionLines: true,
  sessionBegins: true,
  buyersLoad: true,
  listLoad: true,
  savedRun: true,
  liveFoldersChanged: true,
  servedDocumentsChanged: true,
  updatesChanged: true,
  shortcutChosen: true,
} satisfies { [Name in keyof BridgeEvents]: true }) as (keyof BridgeEvents)[];
