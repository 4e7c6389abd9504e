import type { Profile } from '../profiles/profile';
import type { ProfileDraft } from '../profiles/profile-rules';
import { requestNames } from './requests';

export interface ProfilesState {
  /** In the order that the person chose. */
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  /** A message if the profiles file was damaged and set aside, otherwise null. */
  readonly notice: string | null;
}

/** The profile that was made, and all profiles with it. */
export interface ProfileChange {
  readonly profileId: string;
  readonly state: ProfilesState;
}

/**
 * The result of an import. Secrets are never in the file: `credential` says which one each profile had where it came
 * from.
 */
export interface ProfilesImport {
  readonly state: ProfilesState;
  readonly imported: readonly {
    readonly profileId: string;
    readonly name: string;
    /** The name in the file, if it was already taken here. */
    readonly renamedFrom: string | null;
    /** The secret to enter; `unknown` if the file does not say. */
    readonly credential: ExportedCredential;
    /**
     * Sentences: which parts of the route to the service (proxy, CA, certificate) the file sets, to be checked before
     * use.
     */
    readonly ways: readonly string[];
    /** Sentences about missing files on this computer and the like. */
    readonly warnings: readonly string[];
  }[];
  /** Entries of the file that are not usable profiles. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
}

export type ExportedCredential = 'none' | 'token' | 'signing-key' | 'unknown';

export interface ProfileRequests {
  describeProfiles: { argument: undefined; result: ProfilesState };
  activateProfile: { argument: { profileId: string }; result: ProfilesState };
  /** The window now shows another profile as the active one. At first it shows the one from `describeProfiles`. */
  noteShownProfile: { argument: { profileId: string }; result: null };
  createProfile: { argument: { draft: ProfileDraft }; result: ProfileChange };
  editProfile: { argument: { profileId: string; draft: ProfileDraft }; result: ProfilesState };
  duplicateProfile: { argument: { profileId: string }; result: ProfileChange };
  /** `place` counts from 0. */
  moveProfile: { argument: { profileId: string; place: number }; result: ProfilesState };
  /** Deletes the profile and its secrets; `undoDeleteProfile` restores both within `UNDO_WINDOW_MS`. */
  deleteProfile: { argument: { profileId: string }; result: ProfilesState };
  undoDeleteProfile: { argument: { profileId: string }; result: ProfilesState };
  /** Asks for a file. Null if the person chose none. */
  importProfiles: { argument: undefined; result: ProfilesImport | null };
  /**
   * Asks where to write; returns the path, and the names of the profiles in which a secret was masked. Null if the
   * person chose none. The Local sandbox is left out.
   */
  exportProfiles: {
    argument: { profileIds: readonly string[] };
    result: { readonly path: string; readonly masked: readonly string[] } | null;
  };
}

export const profileRequestNames = requestNames<ProfileRequests>({
  describeProfiles: true,
  activateProfile: true,
  noteShownProfile: true,
  createProfile: true,
  editProfile: true,
  duplicateProfile: true,
  moveProfile: true,
  deleteProfile: true,
  undoDeleteProfile: true,
  importProfiles: true,
  exportProfiles: true,
});
