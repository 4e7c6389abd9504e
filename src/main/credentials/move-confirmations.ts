import type { Profile } from '@shared/profiles/profile';
import type { AskPerson } from '@shared/questions/question';
import { noSuchProfile } from '../profiles/profile-problems';
import { changedMeanwhile, detachmentOf, noCredential } from './credential-problems';
import type { CredentialStore, HeldCredential } from './credential-store';
import { isSameRoute, routeOf } from './credential-route';
import { orKeychainProblem } from './keychain-problem';
import { moveQuestion } from './move-question';

export interface MoveServices {
  readonly store: CredentialStore;
  readonly profileNow: (profileId: string) => Promise<Profile | null>;
  readonly ask: AskPerson;
  /** ms since 1970. */
  readonly now: () => number;
}

interface Asking {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * Asks the person to agree that a secret takes a route other than the one it was entered for, with one question for
 * each profile at a time.
 */
export class MoveConfirmations {
  private readonly asking = new Map<string, Asking>();

  constructor(private readonly services: MoveServices) {}

  /**
   * Resolves when the person has answered, whatever the answer; a second call waits for the question that is already
   * open.
   */
  async confirm(profileId: string): Promise<void> {
    const open = this.asking.get(profileId);
    if (open) return open.done;
    const stop = new AbortController();
    const done = this.askAndMove(profileId, stop.signal).finally(() => this.asking.delete(profileId));
    this.asking.set(profileId, { stop, done });
    return done;
  }

  /** Withdraws a question about a secret or a profile that has changed. */
  withdraw(profileId: string): void {
    this.asking.get(profileId)?.stop.abort();
  }

  private async askAndMove(profileId: string, signal: AbortSignal): Promise<void> {
    const { store, ask, now } = this.services;
    const profile = await this.profileNow(profileId);
    const change = store.changeOf(profileId);
    const held = await this.read(profileId);
    const way = routeOf(profile);
    const detachment = detachmentOf(held.record, way);
    if (detachment === null) return;
    const answer = await ask(moveQuestion(profile, held.record, detachment, now()), signal);
    if (!answer.confirmed) return;
    // The yes was for this secret and this route only, not for anything that replaced them while the question was
    // open.
    if (signal.aborted || !isSameRoute(routeOf(await this.profileNow(profileId)), way))
      throw changedMeanwhile();
    const moved = { ...held, record: { ...held.record, way } };
    const replaced = await orKeychainProblem('save', () => store.replace(profileId, moved, change));
    if (!replaced) throw changedMeanwhile();
  }

  private async read(profileId: string): Promise<HeldCredential> {
    const { store } = this.services;
    const held = store.heldOf(profileId);
    if (held !== null) return held;
    const record = await orKeychainProblem('read', () => store.read(profileId));
    if (record === null) throw noCredential(profileId);
    return store.heldOf(profileId) ?? { record, home: 'keychain', failure: null };
  }

  private async profileNow(profileId: string): Promise<Profile> {
    const profile = await this.services.profileNow(profileId);
    if (profile === null) throw noSuchProfile();
    return profile;
  }
}
