import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { useRouter } from 'vue-router';
import type { SessionListSummary } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import { findUuids, type ReadUuids } from '@shared/text/uuid';
import { nextFrame } from '@renderer/components/next-frame';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { usePlaceStore } from '@renderer/stores/place';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { useBulkStore } from './bulk-store';
import { useIdField } from './id-field';
import { useKeptListsStore } from './kept-lists-store';
import { useRecentStore } from './recent-store';
import { useLookUp } from './use-look-up';

export type SessionTab = 'overview' | 'json' | 'request' | 'findings' | 'compare';

/** Tabs that are about a single answer: another session opens on Overview. */
const OF_ONE_ANSWER: ReadonlySet<SessionTab> = new Set(['findings', 'compare']);

/** The Sessions screen: the typed text, and the result of the last look-up. */
export const useSessionStore = defineStore('sessions', () => {
  const profiles = useProfilesStore();
  const status = useStatusStore();
  const bulk = useBulkStore();
  const lists = useKeptListsStore();
  const cache = useExchangeCache();
  const recent = useRecentStore();
  const router = useRouter();
  const address = usePlaceStore();

  const { call, shown, slow, request, awaitCheck, showExchange } = useLookUp();
  const { input, fieldError, reading, takeLarge, readIds, refuse } = useIdField();
  const state = computed(() => call.state);
  /** The chosen tab, which stays for the next look-up, except for the tabs in `OF_ONE_ANSWER`. */
  const tab = ref<SessionTab>('overview');
  /**
   * How many ids are in the field, if the session on screen is not one of them; null if it is one, or if nothing was
   * looked up.
   */
  const otherIds = computed(() => {
    if (shown.value === null) return null;
    const typed = findUuids(input.value);
    // The field has all ids of a list, including that of a session opened from it.
    const isThere = typed.includes(shown.value.sessionId);
    return isThere || (typed.length === 0 && !fieldError.value) ? null : typed.length;
  });
  /** The profile of the answer on screen, if that is not the active one. */
  const foreignProfile = computed(() => {
    const profile = shown.value?.exchange.profile;
    return profile === undefined || profile.id === profiles.activeId ? null : profile;
  });

  /** The list to go back to from the look-up on screen, if it is of the same profile. */
  const listBehind = computed(() =>
    bulk.list?.profile.id === (foreignProfile.value?.id ?? profiles.activeId) ? bulk.list : null,
  );

  // The status bar is about the session on screen.
  watch(
    () => bulk.isShown,
    (isList) => {
      if (isList) status.show(null);
      else if (state.value.kind === 'done') status.show(state.value.exchange);
    },
  );
  // Main refused under the previous profile and sent nothing, so the refusal no longer matters.
  watch(
    () => profiles.activeId,
    () => {
      fieldError.value = null;
      if (state.value.kind === 'refused') call.clear();
    },
  );

  /**
   * Takes the UUIDs in the field: one is looked up; several, or one beside entries that are not IDs, become a list;
   * text without any is refused before any call.
   */
  async function lookUp(): Promise<void> {
    const found = readIds();
    if (found === null) return;
    const [sessionId, ...more] = found.uuids;
    if (sessionId === undefined) {
      if (showsFailure()) await close();
      return refuse(found);
    }
    fieldError.value = null;
    if (more.length > 0 || found.broken.length > 0) return lookUpMany(found);
    const { value: now } = state;
    const isUnderWay =
      now.kind === 'working' && now.sessionId === sessionId && now.profileId === profiles.activeId;
    bulk.visible = false;
    recent.endSearchWithout(sessionId);
    if (!isUnderWay) await ask(sessionId);
  }

  /**
   * True if the failure on screen would look like the outcome of the text just refused. False if it was opened from a
   * list.
   */
  function showsFailure(): boolean {
    const { value: now } = state;
    if (listBehind.value !== null) return false;
    return now.kind === 'refused' || (now.kind === 'done' && now.exchange.response?.status !== 200);
  }

  async function lookUpMany(found: ReadUuids): Promise<void> {
    bulk.visible = true;
    const { value: text } = input;
    await router.push({ name: 'sessions' });
    const looking = bulk.start(found);
    // The field gets the entries in their order, one per line, unless somebody has typed meanwhile.
    if (bulk.list !== null && input.value === text) input.value = found.entries.join('\n');
    await looking;
  }

  /** Opens a session from the palette or a link; one that is on screen is not looked up again. */
  async function open(sessionId: string): Promise<void> {
    const { value: now } = state;
    const isHere =
      now.kind === 'done' && now.sessionId === sessionId && now.exchange.profile.id === profiles.activeId;
    input.value = sessionId;
    if (!isHere) return lookUp();
    fieldError.value = null;
    bulk.visible = false;
    status.show(now.exchange);
  }

  async function ask(sessionId: string): Promise<void> {
    if (state.value.kind !== 'idle' && state.value.sessionId !== sessionId) leaveTab();
    const answer = await request(sessionId, tab.value === 'json');
    if (answer === null) return;
    // A list may be on screen by now.
    status.show(answer.ok && !bulk.isShown ? answer.value.exchange : null);
    if (answer.ok) keep(sessionId, answer.value.exchange);
    // Lets the session be painted first, as the work below would delay its frame.
    await nextFrame();
    if (answer.ok) void awaitCheck(sessionId, answer.value.exchange).then(recent.read);
    await follow(sessionId);
  }

  /** Sets the address to the result, unless the person has gone to another session or screen, or back to the list, meanwhile. */
  async function follow(sessionId: string): Promise<void> {
    const { value: now } = state;
    if (now.kind === 'idle' || now.sessionId !== sessionId) return;
    if (!bulk.isShown) await address.follow({ name: 'sessions', params: { sessionId } });
  }

  function leaveTab(): void {
    if (OF_ONE_ANSWER.has(tab.value)) tab.value = 'overview';
  }

  function keep(sessionId: string, exchange: Exchange): void {
    cache.keep({ subject: sessionId, exchange, page: null });
  }

  /** Shows an existing exchange, from a list or from an earlier reading. Nothing is sent. */
  function show(sessionId: string, exchange: Exchange): void {
    showExchange(sessionId, exchange);
    status.show(exchange);
  }

  /** For Back and Forward: shows what was read before, or fills the field; nothing is sent. */
  function visit(sessionId: string | null): void {
    if (state.value.kind === 'working') return;
    if (sessionId === null) return;
    if (state.value.kind !== 'idle' && state.value.sessionId === sessionId) return;
    input.value = sessionId;
    const reading = cache.find(sessionId);
    if (reading) show(sessionId, reading.exchange);
    else call.clear();
  }

  /** Looks up the session on screen again; its earlier reading is kept. */
  async function refresh(): Promise<void> {
    if (state.value.kind === 'done' || state.value.kind === 'refused') await ask(state.value.sessionId);
  }

  /** Switches to another profile and looks the session up there; on production only the field is filled in. */
  async function tryOn(
    sessionId: string,
    { id, environment }: Pick<Profile, 'id' | 'environment'>,
  ): Promise<void> {
    input.value = sessionId;
    await profiles.activate(id);
    if (environment !== 'production' && profiles.activeId === id) await ask(sessionId);
  }

  /** Goes from the result back to the form, in a window that has room for only one of them. */
  async function close(): Promise<void> {
    call.clear();
    status.show(null);
    await router.push({ name: 'sessions' });
    // The list has the same address, and would be shown in place of the form.
    bulk.visible = false;
  }

  /** Goes from a session back to the list, as it was left. */
  function backToList(): void {
    bulk.visible = true;
    void router.push({ name: 'sessions' });
  }

  let openedRows = 0;
  /**
   * Opens a row of the list. If its answer is gone, the list says so. With `stepping`, which goes from one session to
   * the next, the tab always stays, and Back leads to the list.
   */
  async function openRow(number: number, stepping = false): Promise<void> {
    const sessionId = bulk.list?.table.rows[number]?.sessionId;
    const { working } = call;
    const turn = (openedRows += 1);
    const exchange = await bulk.open(number);
    // The person has opened another row, or looked a session up, meanwhile.
    const hasGoneOn = turn !== openedRows || (call.working !== null && call.working !== working);
    if (sessionId === undefined || hasGoneOn) return;
    if (exchange === null) {
      if (!bulk.visible) backToList();
      return;
    }
    if (!stepping) leaveTab();
    bulk.visible = false;
    keep(sessionId, exchange);
    show(sessionId, exchange);
    void recent.read();
    await address.follow({ name: 'sessions', params: { sessionId } }, stepping ? 'replace' : 'push');
  }

  /** Goes to the previous or next session of the list, in the order on screen. */
  async function step(by: -1 | 1): Promise<void> {
    const number = bulk.neighbour(by);
    if (number !== null) await openRow(number, true);
  }

  /** Shows a remembered list, with its IDs in the field. Nothing is sent. */
  async function openList(summary: SessionListSummary): Promise<void> {
    await lists.open(summary);
    if (bulk.list?.id !== summary.id) return;
    fieldError.value = null;
    input.value = bulk.list.table.rows.map((line) => line.sessionId).join('\n');
    await router.push({ name: 'sessions' });
  }

  /** Looks up a line of a list whose answer is not available. The list stays: Back leads to it. */
  async function lookUpLine(sessionId: string): Promise<void> {
    bulk.unopened = null;
    bulk.visible = false;
    input.value = sessionId;
    const asking = ask(sessionId);
    await follow(sessionId);
    await asking;
  }

  return {
    input,
    fieldError,
    reading,
    takeLarge,
    state,
    shown,
    slow,
    tab,
    otherIds,
    foreignProfile,
    listBehind,
    lookUp,
    open,
    visit,
    refresh,
    tryOn,
    close,
    backToList,
    cancel: call.cancel,
    openRow,
    openList,
    step,
    keep,
    lookUpLine,
  };
});
