import { z } from 'zod';
import type { ProfileRequests } from '@shared/bridge/profiles';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { ChosenFiles } from '../files/chosen-files';
import { exportProfiles, type ProfileExportServices } from './export-profiles';
import { importProfiles } from './import-profiles';
import { profileDraftSchema, profileIdSchema } from './profile-schema';
import type { ProfileService } from './profile-service';
import type { ShownProfile } from './shown-profile';

export interface ProfileBridgeServices extends Omit<ProfileExportServices, 'profiles'> {
  readonly profiles: ProfileService;
  readonly shown: Pick<ShownProfile, 'note'>;
  /** A page that asks for the profiles has just been loaded and has no form yet. */
  readonly unsaved: { clear(): void };
  readonly files: ChosenFiles;
}

const ofProfile = z.object({ profileId: profileIdSchema });
const MAX_IMPORT_BYTES = 1_000_000;

export function profileHandlers({
  profiles,
  shown,
  unsaved,
  files,
  describeCredential,
  known,
}: ProfileBridgeServices): BridgeHandlers<ProfileRequests> {
  return {
    describeProfiles: {
      parse: z.undefined(),
      handle: async () => {
        const state = await profiles.store.describe();
        // This is the first thing a page asks.
        shown.note(state.activeId);
        unsaved.clear();
        return state;
      },
    },
    activateProfile: { parse: ofProfile, handle: ({ profileId }) => profiles.activate(profileId) },
    noteShownProfile: {
      parse: ofProfile,
      handle: ({ profileId }) => {
        shown.note(profileId);
        return null;
      },
    },
    createProfile: {
      parse: z.object({ draft: profileDraftSchema }),
      handle: ({ draft }) => profiles.create(draft),
    },
    editProfile: {
      parse: z.object({ profileId: profileIdSchema, draft: profileDraftSchema }),
      handle: ({ profileId, draft }) => profiles.edit(profileId, draft),
    },
    duplicateProfile: { parse: ofProfile, handle: ({ profileId }) => profiles.duplicate(profileId) },
    moveProfile: {
      parse: z.object({ profileId: profileIdSchema, place: z.number().int().min(0) }),
      handle: ({ profileId, place }) => profiles.move(profileId, place),
    },
    deleteProfile: { parse: ofProfile, handle: ({ profileId }) => profiles.delete(profileId) },
    undoDeleteProfile: { parse: ofProfile, handle: ({ profileId }) => profiles.undoDelete(profileId) },
    importProfiles: {
      parse: z.undefined(),
      handle: async () => {
        const text = await files.openText({ title: 'Import profiles', maxBytes: MAX_IMPORT_BYTES });
        return text === null ? null : importProfiles(text, profiles);
      },
    },
    exportProfiles: {
      parse: z.object({ profileIds: z.array(profileIdSchema).max(1000) }),
      handle: async ({ profileIds }) => {
        const services = { profiles: profiles.store, describeCredential, known };
        const { text, masked } = await exportProfiles(profileIds, services);
        const path = await files.saveText({
          title: 'Export profiles',
          suggestedName: 'payments-api-profiles.json',
          text,
        });
        return path === null ? null : { path, masked };
      },
    },
  };
}
