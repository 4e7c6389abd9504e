import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ProfileChange, ProfilesState } from '@shared/bridge/profiles';
import { BUILT_IN_PROFILE_IDS, UNDO_WINDOW_MS, type Profile } from '@shared/profiles/profile';
import {
  PROFILE_LIMITS,
  readProfileDraft,
  sameName,
  type ProfileDraft,
} from '@shared/profiles/profile-rules';
import { ProblemError } from '@shared/problem';
import { isSameRoute, routeOf } from '../credentials/credential-route';
import { checkFiles } from './file-checks';
import { cannotDeleteLocal, changedMeanwhile, nothingToUndo } from './profile-problems';
import type { ProfilesContent } from './profile-schema';
import { findProfile, type ProfileStore } from './profile-store';

export interface ProfileServices {
  readonly store: ProfileStore;
  /** Removes and restores the secrets of a deleted profile. */
  readonly secrets: {
    remove(profileId: string): Promise<void>;
    restore(profileId: string): Promise<unknown>;
    closeUndo(profileId: string): void;
  };
  /** Asks the person if an edit needs their consent; throws a `ProblemError` if they do not give it. */
  readonly agree: (before: Profile, after: Profile) => Promise<void>;
  /**
   * Asks before requests running under a profile are abandoned because it becomes another service or is deleted;
   * throws likewise.
   */
  readonly agreeToLeave: (profile: Profile, how: 'edited' | 'deleted') => Promise<void>;
  /**
   * Called before a profile counts as deleted, or as changed in more than its name: permissions given to it end, and
   * so do calls under it. Called again afterwards, for those that began in between. `isOtherService`: true if
   * requests now go to another place or by another route.
   */
  readonly onAltered: (profileId: string, how: 'edited' | 'deleted', isOtherService: boolean) => void;
  /** Called when a profile's route to its service has changed: its secret was entered for the old one. */
  readonly onRouteChanged: (profileId: string) => void;
}

interface Deleted {
  readonly profile: Profile;
  readonly place: number;
  readonly wasActive: boolean;
  readonly timer: NodeJS.Timeout;
  /** Resolves when its secrets have been removed; an undo waits for that. */
  readonly removing: Promise<void>;
}

/** What the person can do with profiles, and what that means for their secrets. */
export class ProfileService {
  readonly store: ProfileStore;
  private readonly deleted = new Map<string, Deleted>();

  constructor(private readonly services: ProfileServices) {
    this.store = services.store;
  }

  activate(profileId: string): Promise<ProfilesState> {
    return this.store.change((content) => {
      findProfile(content.profiles, profileId);
      return content.activeId === profileId ? content : { ...content, activeId: profileId };
    });
  }

  /** A new profile at the end of the list. One for production starts read-only, whatever the form says. */
  async create(entered: ProfileDraft): Promise<ProfileChange> {
    await checkFiles(entered);
    const profileId = randomUUID();
    const state = await this.store.change((content) => {
      const draft = accept(entered, content.profiles, false);
      return { ...content, profiles: [...content.profiles, startReadOnly({ ...draft, id: profileId })] };
    });
    return { profileId, state };
  }

  /**
   * Edits a profile. One that becomes a production profile also becomes read-only. Saving a form without changes ends
   * nothing, since only a new secret may have been saved with it; neither does a new name. Throws a `ProblemError` if
   * the change needs the person's consent and does not get it.
   */
  async edit(profileId: string, entered: ProfileDraft): Promise<ProfilesState> {
    await checkFiles(entered);
    const agreed = edit(await this.store.read(), profileId, entered);
    await this.services.agree(agreed.before, agreed.after);
    if (isOtherService(agreed.before, agreed.after))
      await this.services.agreeToLeave(agreed.before, 'edited');
    let tellAltered = (): void => undefined;
    let routeChanged = false;
    const state = await this.store.change((content) => {
      const { before, after } = edit(content, profileId, entered);
      // The consent was given for a change to the profile as it was then.
      if (!isDeepStrictEqual(before, agreed.before)) throw changedMeanwhile(before.name);
      if (isDeepStrictEqual(after, before)) return content;
      routeChanged = !isSameRoute(routeOf(before), routeOf(after));
      const isOther = isOtherService(before, after);
      if (!isDeepStrictEqual({ ...before, name: after.name }, after))
        tellAltered = () => this.services.onAltered(profileId, 'edited', isOther);
      tellAltered();
      return {
        ...content,
        profiles: content.profiles.map((profile) => (profile.id === profileId ? after : profile)),
      };
    });
    tellAltered();
    if (routeChanged) this.services.onRouteChanged(profileId);
    return state;
  }

  /**
   * A copy right after the original, without its secrets. A copy of the Local sandbox is a sandbox without an
   * address.
   */
  async duplicate(profileId: string): Promise<ProfileChange> {
    const copyId = randomUUID();
    const state = await this.store.change((content) => {
      const original = findProfile(content.profiles, profileId);
      const environment = original.environment === 'local' ? 'sandbox' : original.environment;
      const name = freeName(original.name, content.profiles);
      const copy = startReadOnly({ ...original, id: copyId, name, environment });
      return { ...content, profiles: insert(content.profiles, content.profiles.indexOf(original) + 1, copy) };
    });
    return { profileId: copyId, state };
  }

  /** @param place its new position, from 0; beyond the end means last. */
  move(profileId: string, place: number): Promise<ProfilesState> {
    return this.store.change((content) => {
      const moved = findProfile(content.profiles, profileId);
      const others = content.profiles.filter((profile) => profile !== moved);
      return { ...content, profiles: insert(others, Math.min(Math.max(0, place), others.length), moved) };
    });
  }

  /**
   * Deletes a profile and its secrets at once. For `UNDO_WINDOW_MS` everything can be brought back: the secrets are
   * held in main's memory and nowhere else. If the profile was active, the Local sandbox becomes active: a neighbour
   * could be production, which only the person may choose. If the secrets cannot be removed, the profile stays.
   */
  async delete(profileId: string): Promise<ProfilesState> {
    const asked = findProfile((await this.store.read()).profiles, profileId);
    if (asked.environment === 'local') throw cannotDeleteLocal();
    await this.services.agreeToLeave(asked, 'deleted');
    const gone: Pick<Deleted, 'profile' | 'place' | 'wasActive'>[] = [];
    const state = await this.store.change((content) => {
      const place = content.profiles.findIndex(({ id }) => id === profileId);
      const profile = content.profiles[place];
      if (profile === undefined) return content;
      gone.push({ profile, place, wasActive: content.activeId === profileId });
      const rest = content.profiles.filter(({ id }) => id !== profileId);
      const { local } = BUILT_IN_PROFILE_IDS;
      this.services.onAltered(profileId, 'deleted', true);
      return {
        ...content,
        profiles: rest,
        activeId: content.activeId === profileId ? local : content.activeId,
      };
    });
    const [deleted] = gone;
    // This is a second deletion, for example by a double click: the first one has the secrets, and there are no
    // others to hold for an undo.
    if (deleted === undefined) return state;
    this.services.onAltered(profileId, 'deleted', true);
    const timer = setTimeout(() => this.closeUndo(profileId), UNDO_WINDOW_MS);
    timer.unref();
    const removing = this.services.secrets.remove(profileId);
    this.deleted.set(profileId, { ...deleted, timer, removing });
    await removing.catch(async (error: unknown) => {
      await this.undoDelete(profileId);
      throw error;
    });
    return state;
  }

  /**
   * Brings a deleted profile back to its place, with its secrets. It becomes active again if it was active and no
   * other has been chosen since, but not if it is for production.
   */
  async undoDelete(profileId: string): Promise<ProfilesState> {
    const deleted = this.deleted.get(profileId);
    if (!deleted) throw nothingToUndo();
    const { profile, place, wasActive, removing } = deleted;
    await removing.catch(() => undefined);
    const state = await this.store.change((content) => {
      if (content.profiles.some(({ id }) => id === profileId)) return content;
      const name = freeName(profile.name, content.profiles);
      const profiles = insert(content.profiles, Math.min(place, content.profiles.length), {
        ...profile,
        name,
      });
      const unchosen = content.activeId === BUILT_IN_PROFILE_IDS.local;
      const again = wasActive && unchosen && profile.environment !== 'production';
      return { ...content, profiles, activeId: again ? profileId : content.activeId };
    });
    // If the keychain fails here, the person is told and can undo again: the copy in memory is still there.
    await this.services.secrets.restore(profileId);
    this.closeUndo(profileId);
    return state;
  }

  /**
   * Adds checked profiles at the end, each under a new id, so that an import never takes another profile's place or
   * secrets.
   */
  addAll(drafts: readonly ProfileDraft[], placed: (added: Profile) => void): Promise<ProfilesState> {
    return this.store.change((content) => {
      const profiles = [...content.profiles];
      for (const draft of drafts) {
        const added = startReadOnly({ ...draft, id: randomUUID(), name: freeName(draft.name, profiles) });
        profiles.push(added);
        placed(added);
      }
      return { ...content, profiles };
    });
  }

  private closeUndo(profileId: string): void {
    const deleted = this.deleted.get(profileId);
    clearTimeout(deleted?.timer);
    this.deleted.delete(profileId);
    const close = (): void => this.services.secrets.closeUndo(profileId);
    close();
    // A keychain that waits for the person may return the secrets only after the undo period.
    deleted?.removing.then(close, close);
  }
}

/** True if requests go to another place or by another route from now on. */
function isOtherService(before: Profile, after: Profile): boolean {
  return !isSameRoute(routeOf(before), routeOf(after)) || !isDeepStrictEqual(placeOf(before), placeOf(after));
}

/** Where a profile's requests go, and on whose behalf; `routeOf` says by which route. */
function placeOf({ environment, baseUrl, merchantAccountId, merchantHeader }: Profile) {
  return { environment, baseUrl, merchantAccountId, merchantHeader };
}

function edit(
  { profiles }: ProfilesContent,
  profileId: string,
  entered: ProfileDraft,
): { readonly before: Profile; readonly after: Profile } {
  const before = findProfile(profiles, profileId);
  const others = profiles.filter(({ id }) => id !== profileId);
  const edited: Profile = { ...accept(entered, others, before.environment === 'local'), id: profileId };
  return { before, after: edited.environment === before.environment ? edited : startReadOnly(edited) };
}

function accept(entered: ProfileDraft, others: readonly Profile[], local: boolean): ProfileDraft {
  const reading = readProfileDraft(
    entered,
    others.map(({ name }) => name),
    local,
  );
  if (reading.ok) return reading.draft;
  const [first] = reading.problems;
  throw first ? new ProblemError(first) : new Error('a draft was refused without a problem');
}

/** Production profiles start read-only: Vault Forward is locked until the person unlocks it in a separate step. */
function startReadOnly(profile: Profile): Profile {
  return profile.environment === 'production' ? { ...profile, readOnly: true } : profile;
}

function insert(profiles: readonly Profile[], place: number, profile: Profile): Profile[] {
  return [...profiles.slice(0, place), profile, ...profiles.slice(place)];
}

/** The name itself if no profile has it, otherwise with the first free number: `Sandbox (2)`. */
function freeName(wanted: string, profiles: readonly { readonly name: string }[]): string {
  const isFree = (name: string): boolean => !profiles.some((profile) => sameName(profile.name, name));
  if (isFree(wanted)) return wanted;
  const stem = wanted.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const name = stem.slice(0, PROFILE_LIMITS.nameLength - ending.length).trimEnd() + ending;
    if (isFree(name)) return name;
  }
}
