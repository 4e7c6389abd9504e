import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { saysNotFound } from '@shared/http/service-error';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';

/** The answers about sessions that are still in memory, and which is compared with the one on screen. Loaded on demand. */
export const useReadingsStore = defineStore('sessionReadings', () => {
  const cache = useExchangeCache();
  const profiles = useProfilesStore();
  /**
   * Readings by session id, under all profiles: the reading that was last shown comes first, and its session is last in
   * the map.
   */
  const bySession = computed<ReadonlyMap<string, readonly Exchange[]>>(() => {
    const readings = new Map<string, readonly Exchange[]>();
    for (const { subject, exchange } of cache.entries) {
      if (exchange.operation !== 'get_checkout_session') continue;
      const earlier = readings.get(subject) ?? [];
      readings.delete(subject);
      readings.set(subject, [exchange, ...earlier]);
    }
    return readings;
  });
  /** Id of the exchange that the one on screen is compared with; null for the first choice. */
  const comparedId = ref<string | null>(null);

  /** The newest answer about the session before this one, from the same place; null if none is in memory. */
  function before({ startedAt, profile }: Exchange, sessionId: string): Exchange | null {
    const earlier = (bySession.value.get(sessionId) ?? []).filter(
      (one) =>
        one.startedAt < startedAt &&
        one.outcome.kind === 'answered' &&
        one.profile.id === profile.id &&
        one.profile.baseUrl === profile.baseUrl &&
        one.profile.merchantAccountId === profile.merchantAccountId &&
        // What the history keeps is masked, and may be only the beginning.
        (one.notes ?? []).length === 0,
    );
    return earlier.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))[0] ?? null;
  }

  /** Ids of the profiles, as they are now, whose latest answer was that they do not have the session. */
  function lacking(sessionId: string): ReadonlySet<string> {
    const latest = new Map<string, Exchange>();
    for (const exchange of bySession.value.get(sessionId) ?? []) {
      const known = latest.get(exchange.profile.id);
      if (known === undefined || known.startedAt < exchange.startedAt)
        latest.set(exchange.profile.id, exchange);
    }
    const without = profiles.profiles.filter(({ id, environment, baseUrl, merchantAccountId }) => {
      const { response, profile } = latest.get(id) ?? {};
      return (
        profile !== undefined &&
        profile.merchantAccountId === merchantAccountId &&
        // The Local sandbox gets its base URL when it starts.
        (environment === 'local' || profile.baseUrl === baseUrl) &&
        response &&
        saysNotFound(response)
      );
    });
    return new Set(without.map(({ id }) => id));
  }

  /** True if every production profile that leads somewhere has answered that it does not have the session. */
  function isProductionAsked(sessionId: string): boolean {
    const without = lacking(sessionId);
    return profiles.profiles.every(
      ({ id, environment, baseUrl }) => environment !== 'production' || baseUrl === null || without.has(id),
    );
  }

  return { bySession, comparedId, before, lacking, isProductionAsked };
});
