import type { SavedRequest } from '@shared/requests/saved-requests';

type Arranged = Pick<SavedRequest, 'id' | 'order'>;

/**
 * The gap between two places: a request can be moved into it without changing any other, in the database and in files.
 */
export const STEP = 10;

/**
 * The places that change when a request is put into a folder, by id.
 * @param others the rest of the folder, in its order.
 * @param at index in `others` before which the request goes; their number for the end.
 */
export function placesAfterMove(
  moved: Arranged,
  others: readonly Arranged[],
  at: number,
): ReadonlyMap<string, number> {
  const before = others.slice(0, at);
  const low = before.at(-1)?.order ?? 0;
  const high = others[at]?.order ?? 0;
  const middle = high === 0 ? low + STEP : Math.floor((low + high) / 2);
  const fits = middle > low && before.every(({ order }) => order > 0);
  if (fits) return new Map(middle === moved.order ? [] : [[moved.id, middle]]);
  const all = [...before, moved, ...others.slice(at)];
  // Requests after it that have no place still follow by name.
  const last = all.reduce((found, { order }, index) => (order > 0 ? index : found), at);
  return new Map(
    all
      .slice(0, Math.max(last, at) + 1)
      .map(({ id, order }, index) => [id, (index + 1) * STEP, order] as const)
      .filter(([, place, order]) => place !== order)
      .map(([id, place]) => [id, place]),
  );
}
