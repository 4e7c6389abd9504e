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
  const call = useCall<object, { readonly found: readonly FoundElsewhere[] }>();

  const others = computed(() =>
    profiles.profiles
      .filter(
        ({ id, baseUrl, environment }) =>
          id !== profiles.activeId && (baseUrl !== null || environment === 'local'),
      )
      .slice(0, MAX_ELSEWHERE),
  );
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

  return {
    tryAll: computed(() =>
      others.value.some(({ environment }) => environment !== 'production')
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
        button: profile.environment === 'production' ? `Switch to ${profile.name}` : `Try on ${profile.name}`,
        run: () => void store.tryOn(about.sessionId, profile),
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
