import type { ProfilesState } from '@shared/bridge/profiles';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { countOf } from '@shared/text/count-of';
import { VersionedJsonFile } from '../files/versioned-json-file';
import { noSuchProfile } from './profile-problems';
import { builtInProfiles, profilesContentSchema, type ProfilesContent } from './profile-schema';

export interface ProfileStoreServices {
  /** Path of `profiles.json`. */
  readonly path: string;
  /** Tells the renderer of a change. */
  readonly announce: (state: ProfilesState) => void;
  /** The profile that is active in this run whatever the file says; the file is left alone. Default: the file's. */
  readonly pinnedId?: string | null;
  /** See `VersionedJsonFileOptions`. */
  readonly leavesDamaged?: boolean;
}

/** Receives the names of the profiles. */
export type SwitchListener = (from: string, to: string) => void;

/** The profiles in the person's order, and which one is active. Every change is on disk before it counts. */
export class ProfileStore {
  private readonly file: VersionedJsonFile<ProfilesContent>;
  private localBaseUrl: string | null = null;
  private localNotice: string | null = null;
  private sawAnother = false;
  private tellSwitch: SwitchListener = () => undefined;

  constructor(private readonly services: ProfileStoreServices) {
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'profiles',
      version: 1,
      schema: profilesContentSchema,
      fresh: builtInProfiles,
      leavesDamaged: services.leavesDamaged ?? false,
    });
  }

  /** The listener is called when another profile becomes active, before that is announced. */
  onSwitch(listener: SwitchListener): void {
    this.tellSwitch = listener;
  }

  async describe(): Promise<ProfilesState> {
    return this.toState(await this.file.read());
  }

  /** The active profile; waits for a switch that is under way. */
  async active(): Promise<Profile> {
    const { profiles, activeId } = this.toState(await this.file.readChanged());
    return findProfile(profiles, activeId);
  }

  /**
   * True if only the Local sandbox has been active in this run, so that anything typed in this run was typed under
   * it. Also false if the profiles cannot be read.
   */
  readonly wasOnlyLocal = (): Promise<boolean> =>
    this.active().then(
      () => !this.sawAnother,
      () => false,
    );

  /** Throws a `ProblemError` if there is no such profile. */
  readonly find = async (profileId: string): Promise<Profile> =>
    findProfile((await this.describe()).profiles, profileId);

  /** Null if there is no such profile. */
  readonly findOrNull = async (profileId: string): Promise<Profile | null> =>
    (await this.describe()).profiles.find(({ id }) => id === profileId) ?? null;

  /** What is on disk, where the Local sandbox has no address. */
  read(): Promise<ProfilesContent> {
    return this.file.read();
  }

  /** Changes what is on disk and announces it; see `VersionedJsonFile.change`. */
  async change(change: (content: ProfilesContent) => ProfilesContent): Promise<ProfilesState> {
    let activeBefore = '';
    let from = '';
    const content = await this.file.change((before) => {
      activeBefore = before.activeId;
      from = findProfile(before.profiles, activeBefore).name;
      return change(before);
    });
    const { profiles, activeId } = content;
    if (activeId !== activeBefore) this.tellSwitch(from, findProfile(profiles, activeId).name);
    return this.tell(content);
  }

  /**
   * Sets the address of the running Local sandbox; null if it is not running.
   * @param notice what a person has to know about it.
   */
  async setLocalBaseUrl(baseUrl: string | null, notice: string | null = null): Promise<ProfilesState> {
    this.localBaseUrl = baseUrl;
    this.localNotice = notice;
    return this.tell(await this.file.read());
  }

  private tell(content: ProfilesContent): ProfilesState {
    const state = this.toState(content);
    this.services.announce(state);
    return state;
  }

  private unusableNotice(unusable: ProfilesContent['unusable']): string | null {
    if (unusable.length === 0) return null;
    const entries = unusable.map(({ name, why }) => `“${name}”: ${why}`).join(' ');
    return `${countOf(unusable.length, 'profile')} in ${this.services.path} cannot be used. ${entries} Nothing of it was changed: correct it in the file, or take it out, while the app is closed.`;
  }

  /** The only way in which the active profile becomes known, so no switch is missed here. */
  private toState({ profiles, activeId: activeInFile, unusable }: ProfilesContent): ProfilesState {
    const activeId = this.services.pinnedId ?? activeInFile;
    this.sawAnother ||= activeId !== BUILT_IN_PROFILE_IDS.local;
    const shown = profiles.map((profile) =>
      profile.environment === 'local' ? { ...profile, baseUrl: this.localBaseUrl } : profile,
    );
    const notices = [this.file.notice, this.unusableNotice(unusable), this.localNotice].filter(
      (notice) => notice !== null,
    );
    return {
      profiles: shown,
      activeId,
      notice: notices.length === 0 ? null : notices.join(' '),
    };
  }
}

/** Throws a `ProblemError` if there is no such profile. */
export function findProfile(profiles: readonly Profile[], profileId: string): Profile {
  const profile = profiles.find(({ id }) => id === profileId);
  if (!profile) throw noSuchProfile();
  return profile;
}
