import type { BridgeEmitter } from '../bridge/bridge-emitter';
import type { CredentialService } from '../credentials/credential-service';
import type { Database } from '../database/database';
import type { ProfileStore } from '../profiles/profile-store';
import { ClockWatch } from './clock-watch';
import { Sender, type SenderServices } from './sender';
import type { UnkeptSends } from './unkept-sends';
import { UnsettledSends } from './unsettled-sends';

export interface SenderParts extends Pick<
  SenderServices,
  | 'transport'
  | 'bodies'
  | 'reader'
  | 'byDocument'
  | 'secrets'
  | 'guard'
  | 'journal'
  | 'tellProgress'
  | 'atService'
  | 'report'
  | 'sandboxDestination'
> {
  readonly database: Database;
  readonly unkeptSends: UnkeptSends;
  readonly credentials: Pick<CredentialService, 'bearerFor'>;
  readonly profiles: ProfileStore;
  readonly events: Pick<BridgeEmitter, 'emit'>;
}

/** Puts together the app's `Sender`, the only way out for its requests. */
export function createSender({
  database,
  unkeptSends,
  credentials,
  profiles,
  events,
  ...parts
}: SenderParts): Sender {
  const clocks = new ClockWatch((profileId, skewMs) =>
    events.emit('clockSkewChanged', { profileId, skewMs }),
  );
  return new Sender({
    ...parts,
    unsettled: new UnsettledSends(database, unkeptSends),
    bearerFor: (profile) => credentials.bearerFor(profile),
    findProfile: profiles.find,
    noteAnswer: (profileId, result) => clocks.note(profileId, result),
  });
}
