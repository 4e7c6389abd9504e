import { variableNameFrom } from '../requests/variable-name';
import { isDynamicValue, writeVariable } from '../requests/variables';
import type { StandIn } from './imported-request';

/** The end of a sentence about a variable that was put in place of something. */
export const NOT_SENT_BEFORE = 'and nothing is sent until it is replaced or has a value.';

/**
 * Collects what a text leaves open, to become variables: the check of a draft points at each, and a request with a
 * variable without a value is never sent.
 */
export class StandIns {
  private readonly known = new Map<string, StandIn>();
  private readonly names = new Set<string>();
  private readonly word: string;

  constructor(text: string) {
    let longest = 0;
    for (const [found] of text.matchAll(/standinx*/gi)) longest = Math.max(longest, found.length);
    this.word = 'standin'.padEnd(longest + 1, 'x');
  }

  get all(): readonly StandIn[] {
    return [...this.known.values()];
  }

  /**
   * Returns the marker to write in its place.
   * @param what is the same for what has the same value.
   * @param note is given the variable as it is written.
   */
  put(what: string, wantedName: string, note: (variable: string) => string): string {
    const known = this.known.get(what);
    if (known !== undefined) return known.marker;
    const name = this.freeName(variableNameFrom(wantedName));
    const marker = `${this.word}${this.known.size}z`;
    this.known.set(what, { marker, name, note: note(writeVariable(name)) });
    return marker;
  }

  /** A value that the app makes by itself would be sent without a question. */
  private freeName(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.names.has(name) || isDynamicValue(name); count += 1) name = `${wanted}_${count}`;
    this.names.add(name);
    return name;
  }
}

/** A `$` before a variable would make it text. */
const MARKER = /(?<!\$)\$*(standinx*\d+z)/g;

/** Puts the variables in the places of their markers, without a `$` before them. */
export function withVariables(
  text: string,
  standIns: ReadonlyMap<string, StandIn>,
  used: Set<StandIn>,
): string {
  if (standIns.size === 0) return text;
  return text.replace(MARKER, (all, marker: string) => {
    const found = standIns.get(marker);
    if (found === undefined) return all;
    used.add(found);
    return writeVariable(found.name);
  });
}
