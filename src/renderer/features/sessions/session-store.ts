import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { useRouter } from 'vue-router';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { findUuids } from '@shared/text/uuid';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { useCall } from '@renderer/stores/use-call';
import { useBulkStore } from './bulk-store';
import { useRecentStore } from './recent-store';

/** The Sessions screen: what was typed, what the last look-up gave, and the readings made before. */
export const useSessionStore = defineStore('sessions', () => {
  const profiles = useProfilesStore();
  const status = useStatusStore();
  const bulk = useBulkStore();
  const cache = useExchangeCache();
  const recent = useRecentStore();
  const router = useRouter();

  const input = ref('');
  const fieldError = ref<string | null>(null);
  const call = useCall<{ readonly sessionId: string }, { readonly exchange: Exchange }>();
  /** What the result pane shows of one session. */
  const state = computed(() => call.state);
  /** The answer on screen; while the same session is read again, the last one. */
  const shown = computed(() => {
    const { shown: last } = call;
    return state.value.kind === 'working' && last?.sessionId !== state.value.sessionId ? null : last;
  });
  /** The tab that is chosen, for this look-up and the next. */
  const tab = ref('overview');
  /** Session id to its readings, over all profiles: those looked at last first, and their session last. */
  const readings = computed<ReadonlyMap<string, readonly Exchange[]>>(() => {
    const bySession = new Map<string, readonly Exchange[]>();
    for (const { subject, exchange } of cache.entries) {
      if (exchange.operation !== 'get_checkout_session') continue;
      const earlier = bySession.get(subject) ?? [];
      bySession.delete(subject);
      bySession.set(subject, [exchange, ...earlier]);
    }
    return bySession;
  });

  /** The result is of another id than the one now in the field. */
  const stale = computed(() => {
    if (state.value.kind !== 'done') return false;
    const typed = findUuids(input.value)[0];
    return typed !== undefined && typed !== state.value.sessionId;
  });
  /** The profile the result came from, when it is not the active one. */
  const foreignProfile = computed(() =>
    state.value.kind === 'done' && state.value.exchange.profile.id !== profiles.activeId
      ? state.value.exchange.profile
      : null,
  );

  /** Takes the UUIDs of what was typed or pasted: one is looked up, several become a list, none is refused before any call. */
  async function lookUp(): Promise<void> {
    const ids = findUuids(input.value);
    const [sessionId] = ids;
    if (sessionId === undefined) {
      fieldError.value =
        input.value.trim() === ''
          ? 'Enter a session ID: a UUID such as 123e4567-e89b-42d3-a456-426614174000.'
          : 'No UUID found in this text. A session ID is a UUID: 32 hexadecimal digits in groups of 8-4-4-4-12.';
      return;
    }
    fieldError.value = null;
    if (ids.length > 1) {
      await router.push({ name: 'sessions' });
      await bulk.start(ids);
      return;
    }
    bulk.close();
    await ask(sessionId);
  }

  async function ask(sessionId: string): Promise<void> {
    const answer = await call.run({ sessionId }, async (callId) => {
      const looked = await window.explorer.lookUpSession({ sessionId, callId });
      return looked.ok ? succeed({ exchange: looked.value }) : looked;
    });
    if (answer === null) return;
    status.show(answer.ok ? answer.value.exchange : null);
    if (answer.ok) {
      keep(sessionId, answer.value.exchange);
      void recent.read();
    }
    await follow(sessionId);
  }

  /** The address follows the result, unless the person has gone to another screen meanwhile. */
  async function follow(sessionId: string): Promise<void> {
    if (router.currentRoute.value.name === 'sessions')
      await router.push({ name: 'sessions', params: { sessionId } });
  }

  function keep(sessionId: string, exchange: Exchange): void {
    cache.keep({ subject: sessionId, exchange, page: null });
  }

  /** Shows an exchange that exists already: from a list, or from an earlier reading. Nothing is sent. */
  function show(sessionId: string, exchange: Exchange): void {
    call.show({ sessionId, exchange });
    status.show(exchange);
  }

  /** Back and Forward: shows what was read before, or fills the field; nothing is sent. */
  function visit(sessionId: string | null): void {
    if (state.value.kind === 'working') return;
    if (sessionId === null) return;
    if (state.value.kind !== 'idle' && state.value.sessionId === sessionId) return;
    input.value = sessionId;
    const reading = cache.find(sessionId);
    if (reading) show(sessionId, reading.exchange);
    else call.clear();
  }

  /** Asks again for the session that is shown; its earlier reading is kept. */
  async function refresh(): Promise<void> {
    if (state.value.kind === 'done' || state.value.kind === 'refused') await ask(state.value.sessionId);
  }

  /** Switches to another profile and looks there; on production the field is filled, and no more. */
  async function tryOn(
    sessionId: string,
    { id, environment }: Pick<Profile, 'id' | 'environment'>,
  ): Promise<void> {
    input.value = sessionId;
    await profiles.activate(id);
    if (environment !== 'production' && profiles.activeId === id) await ask(sessionId);
  }

  /** Leads from the result back to the list, where a window has room for one of them only. */
  function close(): void {
    call.clear();
    status.show(null);
    void router.push({ name: 'sessions' });
  }

  /** Opens a line of a list. */
  function openLine(sessionId: string, exchange: Exchange): void {
    keep(sessionId, exchange);
    show(sessionId, exchange);
    void router.push({ name: 'sessions', params: { sessionId } });
  }

  /** Asks for a line of a list whose answer is not here. The list stays: Back leads to it. */
  async function lookUpLine(sessionId: string): Promise<void> {
    bulk.unopened = null;
    input.value = sessionId;
    const asking = ask(sessionId);
    await follow(sessionId);
    await asking;
  }

  return {
    input,
    fieldError,
    state,
    shown,
    tab,
    readings,
    stale,
    foreignProfile,
    lookUp,
    visit,
    refresh,
    tryOn,
    close,
    cancel: call.cancel,
    openLine,
    lookUpLine,
  };
});
