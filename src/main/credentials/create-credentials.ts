import { join } from 'node:path';
import type { AskPerson } from '@shared/questions/question';
import type { BridgeEmitter } from '../bridge/bridge-emitter';
import type { ProfileStore } from '../profiles/profile-store';
import type { Secrets } from '../secrets/secrets';
import { CredentialService } from './credential-service';
import type { IndexedSecretStore } from './indexed-secret-store';
import type { KeychainClient } from './keychain-client';
import { RoutesAtUpdate } from './routes-at-update';

export interface CredentialParts {
  readonly dataFolder: { readonly path: string };
  readonly keychain: KeychainClient;
  readonly secretStore: IndexedSecretStore;
  readonly profiles: ProfileStore;
  readonly ask: AskPerson;
  readonly secrets: Pick<Secrets, 'learn'>;
  readonly events: Pick<BridgeEmitter, 'emit' | 'on'>;
  readonly report: (where: string, error: unknown) => void;
}

/** Makes the service for the credentials of all profiles. Must be called before anything can edit a profile. */
export function createCredentials({
  dataFolder,
  keychain,
  secretStore,
  profiles,
  ask,
  secrets,
  events,
  report,
}: CredentialParts): CredentialService {
  const routesAtUpdate = new RoutesAtUpdate(join(dataFolder.path, 'ways-at-update.json'));
  routesAtUpdate
    .note(profiles.describe().then((state) => state.profiles))
    .catch((error: unknown) => report('credentials', error));
  const credentials = new CredentialService({
    secretStore,
    profileNow: profiles.findOrNull,
    routeAtUpdate: (profileId) => routesAtUpdate.routeOf(profileId),
    ask,
    announce: (state) => events.emit('credentialChanged', state),
    onSecret: secrets.learn,
  });
  // The person unlocked the keychain after the app had given up waiting.
  keychain.onLateAnswer(
    () =>
      void profiles
        .active()
        .then(({ id }) => credentials.describe(id))
        .then((state) => events.emit('credentialChanged', state)),
  );
  // It has given the database its key.
  events.on('databaseChanged', ({ kind }) => {
    if (kind === 'open') credentials.tellUnread().catch((error: unknown) => report('credentials', error));
  });
  return credentials;
}
