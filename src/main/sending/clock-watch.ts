import { skewOf, type ClockFacts } from '@shared/profiles/clock-skew';
import { TOLERATED_SKEW_MS } from '@shared/profiles/describe-skew';

/** The smallest change of the skew that is reported again, in ms. */
const MIN_REPORTED_CHANGE_MS = 5_000;

/** Compares each profile's service clock with ours, using the answers that arrive anyway. */
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
    if (next !== null && before !== null && Math.abs(next - before) < MIN_REPORTED_CHANGE_MS) return;
    this.told.set(profileId, next);
    this.tell(profileId, next);
  }
}
