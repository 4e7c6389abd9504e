import { z } from 'zod';
import type { GuardRequests } from '@shared/bridge/guards';
import type { AskPerson } from '@shared/questions/question';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { normalHost, type SecretHosts } from '../secrets/secret-hosts';
import { visible } from './visible';
import type { SendGuard } from './send-guard';

const hostOfSecret = z.object({ id: z.string().max(100), host: z.string().max(300) });

export function guardHandlers(
  guard: SendGuard,
  secretHosts: SecretHosts,
  ask: AskPerson,
): BridgeHandlers<GuardRequests> {
  return {
    describeGrants: { parse: z.undefined(), handle: () => guard.describeGrants() },
    endGrant: {
      parse: z.object({ profileId: z.string().max(100) }),
      handle: ({ profileId }) => guard.endGrant(profileId),
    },
    describeSecretHosts: { parse: z.undefined(), handle: () => secretHosts.describe() },
    allowSecretHost: {
      parse: hostOfSecret,
      handle: async ({ id, host: entered }) => {
        const host = normalHost(entered);
        const lists = await secretHosts.describe();
        const list = lists.find((known) => known.id === id);
        // A host that is already allowed, or a secret that does not exist, reveals nothing.
        if (list === undefined || list.hosts.includes(host)) return secretHosts.allow(id, host);
        const { confirmed } = await ask(
          {
            title: 'Let a secret go to another host?',
            lead: [`Whoever runs ${host} could read the secret, and use it from then on.`],
            facts: [
              { label: 'Secret header', value: visible(list.header), mono: true },
              { label: 'So far', value: list.hosts.map(visible).join('\n'), mono: true, compared: true },
              { label: 'Now also', value: host, emphasis: host, mono: true, compared: true },
            ],
            danger: 'caution',
            icon: 'lock',
            confirmLabel: 'Allow the host',
            cancelLabel: 'Do not allow',
            checkboxLabel: null,
          },
          new AbortController().signal,
        );
        return confirmed ? secretHosts.allow(id, host) : secretHosts.describe();
      },
    },
    forgetSecretHost: { parse: hostOfSecret, handle: ({ id, host }) => secretHosts.forget(id, host) },
  };
}
