import { computed, shallowRef, watch, type Ref } from 'vue';
import type { OperationDetails } from '@shared/documents/operation-details';
import { findListShape, type CursorRule } from '@shared/lists/list-shape';
import { queryOfFirst, queryOfPage, readList } from '@shared/lists/read-list';
import type { RequestSpec } from '@shared/requests/request-spec';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useRequestsStore, type ComposedRequest } from '../request/requests-store';
import { ahead, back, describePlace, forward, startOf, type ListTrail, type ListVisit } from './page-trail';

/** The way through the pages of each request; it stays while other operations are looked at. */
const trails = new WeakMap<object, Ref<ListTrail | null>>();

/** The pages of a list: how the answer is one of them, and the ways to the next and the previous one. */
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
  const shape = computed(() => {
    const { value: visit } = shown;
    const details = operation();
    const response = visit?.exchange.response ?? null;
    if (details?.method !== 'GET' || response?.status !== 200 || response.body.kind !== 'text') return null;
    const names = details.parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
    try {
      return findListShape(names, JSON.parse(response.body.text));
    } catch {
      return null;
    }
  });
  const page = computed(() => {
    const body = shown.value?.exchange.response?.body;
    return shape.value === null || body?.kind !== 'text' ? null : readList(body.text, shape.value);
  });

  // What was sent anew begins another way.
  watch(
    shown,
    (visit) => {
      const { value: way } = trail;
      if (visit === null || way === null) return;
      if (way.value?.visits[way.value.at]?.exchange.id !== visit.exchange.id) way.value = startOf(visit);
    },
    { immediate: true, flush: 'sync' },
  );

  /** A cursor is good only where it came from. */
  const isElsewhere = computed(() => shown.value?.exchange.profile.id !== profiles.activeId);
  const next = computed(() => requestOf(shape.value?.next ?? null, page.value?.next ?? null));
  const previous = computed(() => {
    const way = trail.value?.value ?? null;
    const known = way === null ? undefined : way.visits[way.at - 1];
    return known?.request ?? requestOf(shape.value?.previous ?? null, page.value?.previous ?? null);
  });

  function requestOf(rule: CursorRule | null, cursor: string | null): RequestSpec | null {
    const visit = shown.value;
    if (visit === null || shape.value === null || rule === null || cursor === null || isElsewhere.value)
      return null;
    return { ...visit.request, query: queryOfPage(visit.request.query, shape.value, rule, cursor) };
  }

  /** The page that was asked for first; without its cursors where that is no longer known. */
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

  /** A page that is held is shown at once; any other is an ordinary send. */
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
