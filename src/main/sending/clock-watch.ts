import { skewOf, type ClockFacts } from '@shared/profiles/clock-skew';
import { TOLERATED_SKEW_MS } from '@shared/profiles/describe-skew';

/** The skew is reported again only after it has changed by at least this much, in ms. */
const WORTH_TELLING_MS = 5_000;

/** Compares the clock of each profile's service with ours, using the answers that come in anyway. */
export class ClockWatch {
  private readonly told = new Map<string, number | null>();

  /** @param tell is called with the skew in ms (`skewOf`), or with null when the clocks agree again. */
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
