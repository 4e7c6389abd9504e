import { computed, shallowRef } from 'vue';
import type { BodyBeginning, Exchange } from '@shared/http/exchange';
import { succeed, type Result } from '@shared/problem';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { useCall } from '@renderer/stores/use-call';
import { useSlowCall } from '@renderer/stores/use-slow-call';

/** A session, and the id of the profile that it is looked up under. */
interface About {
  readonly sessionId: string;
  readonly profileId: string | null;
}

interface Shown {
  readonly sessionId: string;
  readonly exchange: Exchange;
  /** Set while the rest of the answer is arriving. */
  readonly beginning?: BodyBeginning;
}

/**
 * The look-up of one session: its answer, which may come in parts, and the check of a large answer, which comes later.
 */
export function useLookUp() {
  const status = useStatusStore();
  const cache = useExchangeCache();
  const profiles = useProfilesStore();
  const call = useCall<About, { readonly exchange: Exchange }>();
  const begun = shallowRef<{ callId: string; exchange: Exchange; beginning: BodyBeginning } | null>(null);
  /** The beginning of a large answer, while the rest is arriving. */
  const arriving = computed(() => {
    const { working } = call;
    if (working === null || working.callId !== begun.value?.callId) return null;
    const { exchange, beginning } = begun.value;
    return { sessionId: working.sessionId, exchange, beginning };
  });
  const late = useSlowCall(() => call.working);
  /** The look-up under way that is shown as working: one that takes a while, or whose answer has begun. */
  const slow = computed(() => (arriving.value === null ? late.value : call.working));
  /**
   * The answer on screen, or its beginning; while the same session is read again under the same profile, the previous
   * answer.
   */
  const shown = computed((): Shown | null => {
    if (arriving.value !== null) return arriving.value;
    const { shown: last } = call;
    const { value: now } = slow;
    if (now === null || last === null) return last;
    return last.sessionId === now.sessionId && last.exchange.profile.id === now.profileId ? last : null;
  });

  window.explorer.on('sessionBegins', (event) => {
    if (call.working?.callId === event.callId) begun.value = event;
  });

  /**
   * @param tellBeginning whether to show the beginning of a large answer while the rest is arriving.
   * @returns null if another look-up has replaced it meanwhile.
   */
  async function request(
    sessionId: string,
    tellBeginning: boolean,
  ): Promise<Result<{ readonly exchange: Exchange }> | null> {
    const answer = await call.run({ sessionId, profileId: profiles.activeId }, async (callId) => {
      const argument = { sessionId, callId, checkLater: true, tellBeginning };
      const looked = await window.explorer.lookUpSession(argument);
      return looked.ok ? succeed({ exchange: looked.value }) : looked;
    });
    if (answer !== null) begun.value = null;
    return answer;
  }

  /** Waits for the check of a large answer, which is shown before the check is done. */
  async function awaitCheck(sessionId: string, exchange: Exchange): Promise<void> {
    if (exchange.check.kind === 'checked' || exchange.check.why !== 'under-way') return;
    const answer = await window.explorer.awaitSessionCheck({ exchangeId: exchange.id });
    const check =
      answer.ok && answer.value ? answer.value : { check: { kind: 'not-checked', why: 'failed' } as const };
    const checked = { ...exchange, ...check };
    cache.replace(checked);
    if (status.exchange?.id === exchange.id) status.show(checked);
    const { state: now } = call;
    if (now.kind === 'done' && now.exchange.id === exchange.id) showExchange(sessionId, checked);
  }

  function showExchange(sessionId: string, exchange: Exchange): void {
    call.show({ sessionId, profileId: exchange.profile.id, exchange });
  }

  return { call, shown, slow, request, awaitCheck, showExchange };
}
