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
  /** How far the service's clock is ahead of ours (negative: behind), in ms; null if the clocks agree well enough. */
  clockSkewChanged: { readonly profileId: string; readonly skewMs: number | null };
  /**
   * A call waits before a retry, and why. `note` is null when it is under way again.
   * @property until when the wait ends, in ms since 1970.
   */
  callProgress: {
    readonly callId: string;
    readonly note: string | null;
    readonly until?: number | undefined;
  };
  /** A link of our scheme was opened outside; the person decides what to do with it. */
  deepLink: OutsideLink;
  /** The entries of the history have changed; `problem` is set while something cannot be saved. */
  historyChanged: { readonly problem: Problem | null };
  /** Where history, saved requests and drafts are stored has changed. */
  databaseChanged: DatabaseState;
  /** The profiles for which "do not ask for 10 minutes" currently applies. */
  grantsChanged: readonly SendGrant[];
  /** Main asks the person something in a window of its own, and the app's page waits for that. */
  questionChanged: { readonly open: boolean };
  /** Look-ups of a list that have ended since the last such event, and those now waiting for their answer. */
  sessionLines: { readonly callId: string; readonly lines: readonly SessionLine[] };
  /**
   * A large answer begins to arrive for a look-up that asked to be told: its exchange has no body yet and is under
   * way.
   */
  sessionBegins: { readonly callId: string; readonly exchange: Exchange; readonly beginning: BodyBeginning };
  /** How far a load of buyers has come, and its rows since the last such event. */
  buyersLoad: LoadProgress;
  /** How far a load of a document's list has come, and its rows since the last such event. */
  listLoad: LoadProgress;
  /** What happens to one request of a run. */
  savedRun: RunEvent;
  /** The contents of folders on disk have changed, or the messages about them. */
  liveFoldersChanged: readonly LiveFolder[];
  /** The documents that the Local sandbox serves have changed, or the state of one of them has. */
  servedDocumentsChanged: readonly ServedDocument[];
  /** The app looked for newer versions by itself, as the person had agreed. */
  updatesChanged: UpdateState;
  /** The person chose an action in the system's menu. */
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
