import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuyersQuery } from '@shared/bridge/buyers';
import {
  startTrail,
  nextQuery,
  formatPlace,
  previousQuery,
  refreshed,
  stepBack,
  stepForward,
  type VisitedPage,
  type PageTrail,
} from './page-trail';
import { exchangeOn, pageOf, plainQuery, profiles } from './stores.fixture';

/** Page `n` of a service whose cursors are page numbers; `previous` says whether it names previous ones. */
function seen(n: number, query: BuyersQuery, previous = true): VisitedPage {
  const cursors = { nextCursor: `${n + 1}`, previousCursor: previous && n > 0 ? `${n - 1}` : null };
  return { query, exchange: exchangeOn(profiles[0]), page: pageOf([`buyer-${n}`], cursors) };
}
const at = (cursor: string | null): BuyersQuery => ({ ...plainQuery, cursor });
const idHere = (trail: PageTrail) => trail.current.page?.items[0]?.text;
const textOf = (n: number) => pageOf([`buyer-${n}`]).items[0]?.text;

function forward(trail: PageTrail, previous = true): PageTrail {
  const query = nextQuery(trail) ?? plainQuery;
  return stepForward(trail, seen(Number(query.cursor), query, previous));
}

describe('the page trail', () => {
  it('goes back through visited pages even if the service names no previous page', () => {
    let trail = startTrail(seen(0, at(null), false));
    expect(previousQuery(trail)).toBeNull();
    trail = forward(forward(trail, false), false);
    expect(previousQuery(trail)).toEqual(at('1'));
    trail = stepBack(trail, seen(1, at('1'), false));
    trail = stepBack(trail, seen(0, at(null), false));
    expect(previousQuery(trail)).toBeNull();
    expect(formatPlace(trail)).toBe('Page 1');
  });

  it('goes back past a pasted cursor by using the service’s cursors', () => {
    let trail = startTrail(seen(5, at('5')));
    expect(formatPlace(trail)).toBe('Page 1 from the start cursor');
    trail = stepBack(trail, seen(4, previousQuery(trail) ?? plainQuery));
    expect(formatPlace(trail)).toBe('1 page before the start cursor');
    trail = stepBack(trail, seen(3, previousQuery(trail) ?? plainQuery));
    expect(formatPlace(trail)).toBe('2 pages before the start cursor');
    expect(idHere(forward(forward(forward(trail))))).toBe(textOf(6));
    expect(formatPlace(forward(forward(forward(trail))))).toBe('Page 2 from the start cursor');
  });

  it('forgets the pages ahead if the service now names another next page', () => {
    const trail = stepBack(forward(startTrail(seen(0, at(null)))), seen(0, at(null)));
    const changed = refreshed(trail, { ...seen(0, at(null)), page: pageOf(['x'], { nextCursor: '9' }) });
    expect(forward(changed).queries.map(({ cursor }) => cursor)).toEqual([null, '9']);
  });

  it('agrees with counting page numbers, whatever the steps', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.array(fc.boolean(), { maxLength: 40 }), (start, steps) => {
        let trail = startTrail(seen(start, at(`${start}`)));
        let number = start;
        for (const isForward of steps) {
          const query = isForward ? nextQuery(trail) : previousQuery(trail);
          if (query === null) {
            expect(number).toBe(0);
            continue;
          }
          number += isForward ? 1 : -1;
          const page = seen(Number(query.cursor), query);
          trail = isForward ? stepForward(trail, page) : stepBack(trail, page);
          expect(idHere(trail)).toBe(textOf(number));
          expect(trail.at - trail.origin).toBe(number - start);
        }
      }),
    );
  });
});
