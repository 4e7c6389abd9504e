/** How often an entry was used, and when it was used last (ms since 1970). */
export type Uses = Readonly<Record<string, readonly [times: number, last: number]>>;

const KEY = 'palette:uses';
/** If there are more, the least used are dropped. */
const MOST = 200;
const HALF_LIFE_MS = 7 * 24 * 3_600_000;

/** Frequent and recent use weighs most: the weight halves every week. */
export function weightOf(uses: Uses, key: string | null, now: number): number {
  const [times, last] = (key === null ? undefined : uses[key]) ?? [0, 0];
  return times * 0.5 ** (Math.max(0, now - last) / HALF_LIFE_MS);
}

export function withUse(uses: Uses, key: string, now: number): Uses {
  const [times] = uses[key] ?? [0];
  // Added to what is left of its weight, so that an old habit does not win forever.
  const weight = times === 0 ? 0 : weightOf(uses, key, now);
  const next: Uses = { ...uses, [key]: [weight + 1, now] };
  const byWeight = Object.keys(next).sort(
    (one, other) => weightOf(next, other, now) - weightOf(next, one, now),
  );
  return Object.fromEntries(byWeight.slice(0, MOST).map((kept) => [kept, next[kept] ?? [0, 0]]));
}

/**
 * The window keeps the counts itself, by ids of actions, profiles and saved requests, never by a person's name or a
 * session's id.
 */
export function readUses(): Uses {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter(isUse))
      : {};
  } catch {
    return {};
  }
}

function isUse(entry: [string, unknown]): entry is [string, [number, number]] {
  const [, value] = entry;
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

export function keepUses(uses: Uses): void {
  localStorage.setItem(KEY, JSON.stringify(uses));
}
