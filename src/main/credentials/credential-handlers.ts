import { z } from 'zod';
import type { CredentialRequests } from '@shared/bridge/credentials';
import { TOKEN_LIFETIME } from '@shared/profiles/credential';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { Profile } from '@shared/profiles/profile';
import type { CredentialService } from './credential-service';
import { profileIdSchema } from '../profiles/profile-schema';
import { isRequestSecret } from '../secrets/references';

export interface CredentialBridgeServices {
  readonly credentials: CredentialService;
  /**
   * Throws a `ProblemError` if there is no such profile: nobody could ever forget a secret that belongs to no
   * profile.
   */
  readonly findProfile: (profileId: string) => Promise<Profile>;
  /** Called because the token of the Local sandbox is forgotten with the others, and nobody can enter it again. */
  readonly afterForgettingAll: () => void;
}

const home = z.enum(['keychain', 'this-run-only']);
/** Generous, because a token that is still too long after cleaning gets a readable refusal. */
const secretText = z.string().max(200_000);
/** RFC 6749, section 3.3. */
const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)
  .max(200);

export function credentialHandlers(services: CredentialBridgeServices): BridgeHandlers<CredentialRequests> {
  const { credentials, findProfile, afterForgettingAll } = services;
  return {
    describeCredential: {
      parse: z.object({ profileId: profileIdSchema }),
      handle: async (argument) => {
        await findProfile(argument.profileId);
        return credentials.describe(argument.profileId);
      },
    },
    saveToken: {
      parse: z.object({ profileId: profileIdSchema, token: secretText, home }),
      handle: async (argument) =>
        credentials.saveToken(await findProfile(argument.profileId), argument.token, argument.home),
    },
    saveSigningKey: {
      parse: z.object({
        profileId: profileIdSchema,
        key: secretText,
        scopes: z.array(scope).max(100),
        lifetimeSeconds: z.number().int().min(TOKEN_LIFETIME.least).max(TOKEN_LIFETIME.most),
        issuer: z.string().min(1).max(500).nullable(),
        home,
      }),
      handle: async ({ profileId: id, home: where, ...entry }) =>
        credentials.saveSigningKey(await findProfile(id), entry, where),
    },
    confirmCredential: {
      parse: z.object({ profileId: profileIdSchema }),
      handle: (argument) => credentials.confirm(argument.profileId),
    },
    forgetCredential: {
      parse: z.object({ profileId: profileIdSchema }),
      handle: (argument) => credentials.forget(argument.profileId),
    },
    forgetAllSecrets: {
      parse: z.undefined(),
      handle: async () => {
        const forgotten = await credentials.forgetAll(isRequestSecret);
        afterForgettingAll();
        return forgotten;
      },
    },
  };
}
