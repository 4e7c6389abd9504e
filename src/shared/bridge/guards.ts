import type { SecretHostList, SendGrant } from '../questions/guard';
import { requestNames } from './requests';

export interface GuardRequests {
  /** The "do not ask for 10 minutes" grants in force. `grantsChanged` reports changes. */
  describeGrants: { argument: undefined; result: readonly SendGrant[] };
  endGrant: { argument: { profileId: string }; result: readonly SendGrant[] };
  describeSecretHosts: { argument: undefined; result: readonly SecretHostList[] };
  allowSecretHost: { argument: { id: string; host: string }; result: readonly SecretHostList[] };
  /** A secret left without a host is asked about again at its next use. */
  forgetSecretHost: { argument: { id: string; host: string }; result: readonly SecretHostList[] };
}

export const guardRequestNames = requestNames<GuardRequests>({
  describeGrants: true,
  endGrant: true,
  describeSecretHosts: true,
  allowSecretHost: true,
  forgetSecretHost: true,
});
