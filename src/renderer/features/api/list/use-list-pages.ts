import { computed, shallowRef, watch, type Ref } from 'vue';
import type { OperationDetails } from '@shared/documents/operation-details';
import { parseJson } from '@shared/json/parse-json';
import { findListShape, type CursorRule } from '@shared/lists/list-shape';
import { valueAtSteps } from '@shared/lists/json-steps';
import { queryOfFirst, queryOfPage, readCursors, readList } from '@shared/lists/read-list';
import type { RequestSpec } from '@shared/requests/request-spec';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { ComposedRequest } from '../request/composed-request';
import { useRequestsStore } from '../request/requests-store';
import { ahead, back, describePlace, forward, startOf, type ListTrail, type ListVisit } from './page-trail';

/** In characters. A longer page is left to the viewer: extracting its items would block the window. */
const MAX_PAGE_LENGTH = 500_000;

/** The page trail of each request; kept while other operations are in sight. */
const trails = new WeakMap<object, Ref<ListTrail | null>>();

/**
 * The pages of a list: whether and how the answer is one of them, and the requests for the next and the previous one.
 */
export function useListPages(
  request: () => ComposedRequest | null,
  operation: () => OperationDetails | null,
) {
  const requests = useRequestsStore();
  const profiles = useProfilesStore();

  const shown = computed(() => request()?.sending.shown ?? null);
  const trail = computed(() => {
    const sending = request()?.sending;
    if (sending === undefined) return null;
    const known = trails.get(sending) ?? shallowRef<ListTrail | null>(null);
    trails.set(sending, known);
    return known;
  });
  /** The body of an answer that may be a page; no other body is parsed. */
  const body = computed((): unknown => {
    const details = operation();
    const response = shown.value?.exchange.response ?? null;
    if (details?.method !== 'GET' || response?.status !== 200 || response.body.kind !== 'text') return null;
    const { text } = response.body;
    return text.length > MAX_PAGE_LENGTH ? null : parseJson(text);
  });
  const shape = computed(() => {
    const query = operation()?.parameters.filter(({ place }) => place === 'query') ?? [];
    return findListShape(
      query.map(({ name }) => name),
      body.value,
    );
  });
  const cursors = computed(() => (shape.value === null ? null : readCursors(body.value, shape.value)));
  const count = computed(() => {
    const items = shape.value === null ? null : valueAtSteps(body.value, shape.value.items);
    return Array.isArray(items) ? items.length : 0;
  });
  /** Parsed only when it is shown: each item is kept exactly as it was written. */
  const page = computed(() => {
    const received = shown.value?.exchange.response?.body;
    return shape.value === null || received?.kind !== 'text' ? null : readList(received.text, shape.value);
  });

  // Sending the request again begins a new trail.
  watch(
    shown,
    (visit) => {
      const { value: way } = trail;
      if (visit === null || way === null) return;
      if (way.value?.visits[way.value.at]?.exchange.id !== visit.exchange.id) way.value = startOf(visit);
    },
    { immediate: true, flush: 'sync' },
  );

  /** A cursor is only valid under the profile that it came from. */
  const isElsewhere = computed(() => shown.value?.exchange.profile.id !== profiles.activeId);
  const next = computed(() => requestOf(shape.value?.next ?? null, cursors.value?.next ?? null));
  const previous = computed(() => {
    const way = trail.value?.value ?? null;
    const known = way === null ? undefined : way.visits[way.at - 1];
    return known?.request ?? requestOf(shape.value?.previous ?? null, cursors.value?.previous ?? null);
  });

  function requestOf(rule: CursorRule | null, cursor: string | null): RequestSpec | null {
    const visit = shown.value;
    if (visit === null || shape.value === null || rule === null || cursor === null || isElsewhere.value)
      return null;
    return { ...visit.request, query: queryOfPage(visit.request.query, shape.value, rule, cursor) };
  }

  /** The request for the page that was requested first; if that is no longer held, this request without its cursors. */
  const first = computed((): RequestSpec | null => {
    const visit = shown.value;
    const way = trail.value?.value ?? null;
    if (visit === null || shape.value === null) return null;
    return (
      way?.visits[way.origin]?.request ?? {
        ...visit.request,
        query: queryOfFirst(visit.request.query, shape.value),
      }
    );
  });

  async function goForward(): Promise<void> {
    const [spec, way] = [next.value, trail.value];
    if (spec === null || way?.value == null) return;
    const before = way.value;
    await show(spec, ahead(before, spec), way, (visit) => forward(before, visit));
  }

  async function goBack(): Promise<void> {
    const [spec, way] = [previous.value, trail.value];
    if (spec === null || way?.value == null) return;
    const before = way.value;
    await show(spec, before.visits[before.at - 1] ?? null, way, (visit) => back(before, visit));
  }

  /** Shows a page: at once if it is kept, otherwise with an ordinary send. */
  async function show(
    spec: RequestSpec,
    held: ListVisit | null,
    way: Ref<ListTrail | null>,
    step: (visit: ListVisit) => ListTrail,
  ): Promise<void> {
    const asked = request();
    if (asked === null) return;
    if (held !== null) {
      way.value = step(held);
      asked.sending.show(held);
      return;
    }
    await requests.sendAs(asked, spec, (exchange) => (way.value = step({ request: spec, exchange })));
  }

  return {
    shape,
    count,
    page,
    next,
    previous,
    isElsewhere,
    first,
    owner: computed(() => request()?.sending ?? null),
    place: computed(() => (trail.value?.value == null ? '' : describePlace(trail.value.value))),
    goForward,
    goBack,
  };
}

export type ListPages = ReturnType<typeof useListPages>;
