import { nextTick } from 'vue';
import type { Router } from 'vue-router';
import { operations, type OperationId } from '@contract';
import { operationDetails } from '@contract/operation-details';
import type { RecentSession } from '@shared/bridge/sessions';
import { operationModule } from '@shared/operations/registry';
import type { Profile } from '@shared/profiles/profile';
import { timeSince } from '@shared/text/format-time';
import { withoutBidiControls } from '@shared/text/bidi-controls';
import { findUuids } from '@shared/text/uuid';
import { ENVIRONMENT_LABELS } from '../../components/environment-labels';
import { stateOfRecent } from '../../components/session/state-of-failure';
import { hasScreen } from '../../operations/open-request';
import type { OpenedRequest } from '../../stores/request-inbox';
import { drawnAmount } from '../../tools/money';
import { shortenMiddle } from '../../tools/shorten-middle';
import type { Entry } from './entry';

export interface SessionServices {
  readonly router: Router;
  readonly profiles: readonly Profile[];
  readonly activeId: string | null;
  /** Resolves to false if the switch to the profile failed. */
  readonly activate: (profileId: string) => Promise<boolean>;
  readonly openRequest: (opened: OpenedRequest) => Promise<void>;
}

const SESSION: OperationId = 'get_checkout_session';

/** The recent look-ups of the active profile: choosing one looks it up again, as on the Sessions screen. */
export function recentEntries(
  recent: readonly RecentSession[],
  services: SessionServices,
  now: Date,
  serviceTime: Date,
): readonly Entry[] {
  const active = services.profiles.find(({ id }) => id === services.activeId);
  return recent.map((session) => {
    const { icon, tone, word } = stateOfRecent(session, serviceTime);
    const isSession = session.outcome === 'found' || session.outcome === 'expired';
    const total = session.total === null ? null : drawnAmount(BigInt(session.total), null);
    const facts = [total, session.card?.replace('•••• ', '••') ?? null, shortenMiddle(session.sessionId)];
    return {
      key: null,
      group: 'Sessions',
      icon,
      ...(tone === 'neutral' ? {} : { tone }),
      words: isSession ? withoutBidiControls(session.buyer ?? 'No buyer name') : word,
      note: facts.filter((fact) => fact !== null).join(' · '),
      kind: `Session, ${timeSince(new Date(session.lookedUpAt), now)}`,
      synonyms: `${word} ${session.sessionId}`,
      id: session.sessionId,
      run: () => openSession(session.sessionId, active ?? null, services),
    };
  });
}

/**
 * What the UUID in a pasted text, such as a link, can be looked up as, on every profile, the active one first. Null
 * without a UUID, or with several.
 */
export function uuidEntries(typed: string, services: SessionServices): readonly Entry[] | null {
  const [uuid, ...others] = findUuids(typed);
  if (uuid === undefined || others.length > 0) return null;
  const profiles = [...services.profiles].sort(
    (one, other) => Number(other.id === services.activeId) - Number(one.id === services.activeId),
  );
  return readsByUuid().flatMap(({ operation, parameter }) =>
    profiles.map((profile): Entry => {
      const { word, icon } = ENVIRONMENT_LABELS[profile.environment];
      const isProduction = profile.environment === 'production';
      const isUsable = profile.baseUrl !== null || profile.environment === 'local';
      const sends = operation === SESSION && !isProduction && isUsable;
      const name = operationModule(operation).name.toLowerCase();
      return {
        key: null,
        group: 'Look up',
        icon,
        words: sends ? `Look up ${name} on ${profile.name}` : `Fill in ${name} on ${profile.name}`,
        note: sends
          ? shortenMiddle(uuid)
          : `${shortenMiddle(uuid)} · ${isUsable ? 'nothing is sent yet' : 'needs a base URL'}`,
        kind: word,
        id: uuid,
        run: async () => {
          if (operation === SESSION) return openSession(uuid, profile, services);
          if (!(await isOn(profile, services))) return;
          await services.openRequest({
            request: {
              version: 1,
              operation,
              pathParameters: { [parameter]: uuid },
              query: [],
              headers: [],
              body: null,
            },
            form: null,
            name: null,
            profileId: profile.id,
            notes: [],
          });
        },
      };
    }),
  );
}

/** The operations that only read and take a UUID in their path. */
function readsByUuid(): readonly { readonly operation: OperationId; readonly parameter: string }[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const { method } = operations[operation];
    const inPath = operationDetails[operation].parameters.filter((parameter) => parameter.in === 'path');
    const [only] = inPath;
    const isUuidParameter = inPath.length === 1 && only?.schema.format === 'uuid';
    return method === 'GET' && isUuidParameter && hasScreen(operation)
      ? [{ operation, parameter: only.name }]
      : [];
  });
}

/** Looks the session up there; on production only the field is filled in, and nothing is sent. */
async function openSession(
  sessionId: string,
  profile: Profile | null,
  services: SessionServices,
): Promise<void> {
  if (profile === null || !(await isOn(profile, services))) return;
  const { router } = services;
  const look = profile.environment === 'production' ? undefined : 'now';
  // Goes through the empty screen first, because the same session from another profile may already be shown.
  await router.push({ name: 'sessions' });
  await nextTick();
  await router.push({ name: 'sessions', params: { sessionId }, query: { look } });
}

async function isOn(profile: Profile, { activeId, activate }: SessionServices): Promise<boolean> {
  return profile.id === activeId || activate(profile.id);
}
