import { clockSkew, TOLERATED_SKEW_MS } from '@shared/profiles/clock-skew';
import type { HeaderList, Timings } from '@shared/http/exchange';

/** Told again only when the clocks have moved apart or together by this much, in ms. */
const WORTH_TELLING_MS = 5_000;

/** What of an answer tells of the clocks. */
interface ClockFacts {
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly timings: Timings;
  readonly response: { readonly headers: HeaderList } | null;
}

/** Compares the clock of each profile's service with ours, by the answers that come in anyway. */
export class ClockWatch {
  private readonly told = new Map<string, number | null>();

  /** @param tell is given the skew in ms as of `clockSkew`, or null when the clocks agree (again). */
  constructor(private readonly tell: (profileId: string, skewMs: number | null) => void) {}

  note(profileId: string, result: ClockFacts): void {
    const skew = skewOf(result);
    if (skew === null) return;
    const next = Math.abs(skew) > TOLERATED_SKEW_MS ? skew : null;
    const before = this.told.get(profileId) ?? null;
    if (next === before) return;
    if (next !== null && before !== null && Math.abs(next - before) < WORTH_TELLING_MS) return;
    this.told.set(profileId, next);
    this.tell(profileId, next);
  }
}

/** The skew that an answer's `Date` shows; null when it has none, or when a cache answered with an older one. */
export function skewOf({ startedAt, timings, response }: ClockFacts): number | null {
  if (response === null) return null;
  const valueOf = (wanted: string): string | null =>
    response.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  if (valueOf('age') !== null) return null;
  const sentAt = Date.parse(startedAt);
  const headAt = sentAt + timings.totalMs - (timings.downloadMs ?? 0);
  return clockSkew(valueOf('date'), sentAt, headAt);
}
