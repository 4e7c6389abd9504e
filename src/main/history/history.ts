import type { HistoryRequests } from '@shared/bridge/history';
import type { DatabaseState } from '@shared/app/database-state';
import type { HistoryEntry, Retention } from '@shared/history/history';
import type { Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { TaskQueue } from '@shared/task-queue';
import type { BodyStore } from '../bodies/body-store';
import { servingAfter, type BridgeHandlers } from '../bridge/bridge-handler';
import type { RunningCalls } from '../calls/running-calls';
import type { Database } from '../database/database';
import type { ChosenFiles } from '../files/chosen-files';
import type { ExchangeJournal } from '../sending/journal';
import type { Sender } from '../sending/sender';
import type { SecretReferences } from '../secrets/references';
import { ClearedEntries } from './cleared-entries';
import { historyHandlers } from './history-handlers';
import { HistoryRecorder } from './history-recorder';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { mergeIndex } from './history-upkeep';
import { keepFacetCounts } from './kept-facet-counts';
import type { ReadSecret } from './replay-plan';
import { Replayer } from './replayer';
import type { WriteAheadLog } from './write-ahead/write-ahead-log';

/** Entries beyond the retention are deleted after this many exchanges, and after the first one of a run. */
const TRIM_EVERY = 100;

export interface HistoryServices {
  readonly database: Database;
  readonly log: WriteAheadLog;
  readonly bodies: BodyStore;
  readonly references: SecretReferences;
  readonly retention: () => Promise<Retention>;
  readonly announce: (problem: Problem | null) => void;
  /** @see RecorderServices.writesAtOnce */
  readonly writesAtOnce?: boolean;
  /** True beside the app, where somebody may still undo that they cleared the history. */
  readonly leavesCleared?: boolean;
  readonly report: (where: string, error: unknown) => void;
}

export interface ReplayingServices {
  readonly sender: Sender;
  readonly calls: RunningCalls;
  readonly files: ChosenFiles;
  readonly activeProfile: () => Promise<Profile>;
  readonly tellProgress: (callId: string, note: string | null) => void;
  /** The app's version. */
  readonly version: string;
}

/** The history: keeps exchanges, finds them, and replays them. */
export class History {
  readonly journal: ExchangeJournal;
  private readonly store: HistoryStore;
  private readonly recorder: HistoryRecorder;
  private readonly cleared: ClearedEntries;
  private noted = 0;
  private ending = false;
  private readonly upkeep = new TaskQueue();

  constructor(private readonly services: HistoryServices) {
    this.store = new HistoryStore(services.database);
    this.cleared = new ClearedEntries(services.database, this.store, services.report);
    this.recorder = new HistoryRecorder({
      bodies: services.bodies,
      secrets: services.references,
      store: this.store,
      log: services.log,
      isOnDisk: () => services.database.state.kind === 'open',
      isOpen: () => services.database.state.kind !== 'closed',
      announce: services.announce,
      writesAtOnce: services.writesAtOnce ?? false,
      report: services.report,
      afterEach: () => {
        if (this.noted % TRIM_EVERY === 0) this.trim();
        this.noted += 1;
      },
    });
    this.journal = this.recorder;
  }

  handlers(services: ReplayingServices): BridgeHandlers<HistoryRequests> {
    const { sender, activeProfile, tellProgress } = services;
    const { references } = this.services;
    const readSecret: ReadSecret = (id) => references.read(id);
    const caughtUp = (): Promise<void> => this.recorder.caughtUp();
    const handlers = historyHandlers({
      store: this.store,
      cleared: this.cleared,
      search: new HistorySearch(this.services.database, this.store),
      replayer: new Replayer({
        sender,
        // A replay reads back the exchange that it has just sent.
        store: {
          find: (id) => this.find(id),
          read: (place) => this.store.read(place),
        },
        activeProfile,
        readSecret,
        rememberSecret: (id, value) => references.remember(id, value),
        tellProgress,
        report: this.services.report,
      }),
      bodies: this.services.bodies,
      calls: services.calls,
      files: services.files,
      readSecret,
      known: references.known,
      version: services.version,
      familyOf: (exchangeId) => sender.familyOf(exchangeId),
      isUnderWay: (exchangeId) => sender.isUnderWay(exchangeId),
      written: (exchangeId) => sender.ended(exchangeId).then(() => this.recorder.settled()),
      notWritten: () => this.recorder.notWritten,
      changed: () => this.recorder.tellSoon(),
      cameBack: () => this.indexMissing(),
    });
    return servingAfter(caughtUp, handlers);
  }

  /** Null if the entry does not exist (any more). */
  async find(id: string): Promise<HistoryEntry | null> {
    await this.recorder.caughtUp();
    return this.store.find(id);
  }

  /** Another process has written to the history. */
  changedElsewhere(): void {
    this.recorder.tellSoon();
  }

  /** Deletes entries beyond the retention and keeps the index fast, when there is time. */
  trim(): void {
    // Upkeep is no reason to open the database.
    if (this.services.database.state.kind === 'closed') return;
    this.runUpkeep(async () => {
      if ((await this.store.trim(await this.services.retention())) > 0) this.recorder.tellSoon();
      await this.optimise();
    });
  }

  /** Indexes what is missing: entries that moved from memory into the file, or all of them after an update. */
  databaseChanged({ kind }: DatabaseState): void {
    if (kind === 'open') {
      if (this.services.leavesCleared !== true) this.runUpkeep(() => this.cleared.forgetLeftovers());
      this.indexMissing();
    }
    this.recorder.tellSoon();
  }

  /**
   * Resolves when everything has been written. Indexing continues at the next start, so that quitting need not wait
   * for it.
   */
  async settled(): Promise<void> {
    this.ending = true;
    await this.recorder.settled();
    if (this.services.leavesCleared !== true) this.runUpkeep(() => this.cleared.forgetAll());
    await this.upkeep.settled();
    this.services.log.close();
  }

  private indexMissing(): void {
    this.runUpkeep(async () => {
      // Searches made in the meantime may find more now.
      if ((await this.store.indexMissing(() => this.ending)) > 0) this.recorder.tellSoon();
      await this.optimise();
    });
  }

  /** Only for a file: a database in memory keeps a list of its writes until there is a file again. */
  private async optimise(): Promise<void> {
    const { database } = this.services;
    if (database.state.kind !== 'open') return;
    await mergeIndex(database, () => this.ending);
    await keepFacetCounts(database, () => this.ending);
  }

  private runUpkeep(act: () => Promise<void>): void {
    void this.upkeep.run(() => act().catch((error: unknown) => this.services.report('history', error)));
  }
}
