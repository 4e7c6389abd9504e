import { computed, watch, type ComputedRef } from 'vue';
import { MAX_ELSEWHERE, type SessionRequests } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { SuggestedAction } from '@renderer/components/ActionList.vue';
import { ENVIRONMENT_LABELS } from '@renderer/components/environment-labels';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useCall } from '@renderer/stores/use-call';
import { describeReason } from './describe-reason';
import { useReadingsStore } from './readings-store';
import { useSessionStore } from './session-store';

type FoundElsewhere = SessionRequests['lookUpElsewhere']['result'][number];

/**
 * An id that is unknown under this profile may be known under another one. One click looks it up under all those shown,
 * except production profiles, each of which needs a click of its own.
 */
export function useElsewhere(about: { readonly exchange: Exchange; readonly sessionId: string }): {
  readonly tryAll: ComputedRef<readonly SuggestedAction[]>;
  readonly elsewhere: ComputedRef<readonly SuggestedAction[]>;
} {
  const profiles = useProfilesStore();
  const store = useSessionStore();
  const readings = useReadingsStore();
  const call = useCall<object, { readonly found: readonly FoundElsewhere[] }>();

  /** Without those that were asked and do not have it. After a switch the active profile is one of them. */
  const others = computed(() => {
    const lacking = readings.lacking(about.sessionId);
    const open = profiles.profiles.filter(
      ({ id, baseUrl, environment }) =>
        id !== about.exchange.profile.id && !lacking.has(id) && (baseUrl !== null || environment === 'local'),
    );
    const first = open.slice(0, MAX_ELSEWHERE);
    const active = open.find(({ id }) => id === profiles.activeId);
    return active === undefined || first.includes(active) ? first : [active, ...first.slice(0, -1)];
  });
  const found = computed(() => {
    const { state } = call;
    return new Map(state.kind === 'done' ? state.found.map((each) => [each.profileId, each]) : []);
  });
  watch(
    () => about.exchange.id,
    () => call.clear(),
  );

  async function tryElsewhere(): Promise<void> {
    await call.run({}, async (callId) => {
      const answer = await window.explorer.lookUpElsewhere({
        sessionId: about.sessionId,
        profileIds: others.value.map(({ id }) => id),
        callId,
      });
      return answer.ok ? succeed({ found: answer.value }) : answer;
    });
  }

  function describeOther({ id, name, merchantAccountId }: Profile): string {
    const merchant = merchantAccountId === null ? '' : `, merchant ${merchantAccountId}`;
    const answer = found.value.get(id);
    return `${name}${merchant}${answer === undefined ? '' : `: ${describeAnswer(answer)}`}`;
  }

  function labelOf({ id, name, environment }: Profile): string {
    if (id === profiles.activeId) return `Look up on ${name}`;
    return environment === 'production' ? `Switch to ${name}` : `Try on ${name}`;
  }

  return {
    tryAll: computed(() =>
      others.value.some(({ id, environment }) => environment !== 'production' && id !== profiles.activeId)
        ? [
            {
              icon: 'search',
              words: call.problem?.title ?? 'Look for this ID on my other profiles, but not on production',
              button: 'Try on my other profiles',
              run: () => void tryElsewhere(),
            },
          ]
        : [],
    ),
    elsewhere: computed(() =>
      others.value.map((profile) => ({
        icon: ENVIRONMENT_LABELS[profile.environment].icon,
        words: describeOther(profile),
        button: labelOf(profile),
        run: () =>
          void (profile.id === profiles.activeId ? store.refresh() : store.tryOn(about.sessionId, profile)),
      })),
    ),
  };
}

function describeAnswer({ line, problem }: FoundElsewhere): string {
  if (line === null) return problem?.title ?? 'not asked';
  const reason = describeReason(line);
  if (reason !== '') return reason;
  return `found${line.outcome === 'expired' ? ', expired' : ''}${line.buyer === null ? '' : `, ${line.buyer}`}`;
}
