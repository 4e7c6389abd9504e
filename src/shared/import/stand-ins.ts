import { variableNameFrom } from '../requests/variable-name';
import { isDynamicValue, writeVariable } from '../requests/variables';
import type { StandIn } from './imported-request';

/** The end of a sentence about a variable that was put in place of something. */
export const NOT_SENT_BEFORE = 'and nothing is sent until it is replaced or has a value.';

const ENCODED = ', percent-encoded';

/**
 * Collects what a text leaves open, to become variables: the check of a draft points at each, and a request with a
 * variable without a value is never sent.
 */
export class StandIns {
  private readonly known = new Map<string, StandIn>();
  private readonly byMarker = new Map<string, StandIn>();
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
   */
  put(what: string, wantedName: string, note: StandIn['note']): string {
    const known = this.known.get(what);
    if (known !== undefined) return known.marker;
    const marker = `${this.word}${this.known.size}z`;
    const standIn = { marker, name: variableNameFrom(wantedName), note };
    this.known.set(what, standIn);
    this.byMarker.set(marker, standIn);
    return marker;
  }

  /**
   * The same for a value that only the code or the shell around the text knows.
   * @param shown is how a sentence names it.
   * @param dollar is any `$` written before it: a `$` before a variable would make it text.
   */
  putValue(what: string, wantedName: string, shown: string, dollar: string): string {
    const all = dollar === '' ? 'it' : 'all of it';
    return this.put(
      dollar + what,
      wantedName,
      (variable, how) =>
        `${dollar}${shown} has no value here: ${variable} stands for ${all}${how}, ${NOT_SENT_BEFORE}`,
    );
  }

  /** The text with markers that stand for the same values, percent-encoded. */
  encoded(text: string): string {
    return this.replace(text, ({ marker, name, note }) =>
      this.put(`${marker}${ENCODED}`, name, (variable) => note(variable, ENCODED)),
    );
  }

  /** The text as a sentence or a name has it. */
  shown(text: string): string {
    return this.replace(text, ({ name }) => `$${name}`);
  }

  isIn(text: string): boolean {
    return this.shown(text) !== text;
  }

  /** Whether it is nothing but one of them. */
  isAll(text: string): boolean {
    return this.byMarker.has(text);
  }

  begin(text: string): boolean {
    return this.isAll(/^standinx*\d+z/.exec(text)?.[0] ?? '');
  }

  /** Whether a URL is not whole before a value is known: that of its host or port, or of all that begins it. */
  isOpenUrl(url: string): boolean {
    return this.isIn(/^(?:https?:\/\/)?[^/?#]*/i.exec(url)?.[0] ?? '');
  }

  private replace(text: string, by: (standIn: StandIn) => string): string {
    return text.replace(MARKER, (all, dollars: string, marker: string) => {
      const found = this.byMarker.get(marker);
      return found === undefined ? all : dollars + by(found);
    });
  }
}

const MARKER = /(?<!\$)(\$*)(standinx*\d+z)/g;

/** Writes the variables of one request. Only what the request holds gets a name and is spoken of. */
export class StandInVariables {
  private readonly byMarker: ReadonlyMap<string, StandIn>;
  private readonly names = new Map<StandIn, string>();
  private readonly taken: Set<string>;
  /** The numbers given to those of the same name, so that none is tried twice. */
  private readonly counts = new Map<string, number>();

  /** @param taken names that mean something else. */
  constructor(standIns: readonly StandIn[], taken: ReadonlySet<string> = new Set()) {
    this.byMarker = new Map(standIns.map((each) => [each.marker, each]));
    this.taken = new Set(taken);
  }

  /** The names of those that were written. */
  get all(): readonly string[] {
    return [...this.names.values()];
  }

  get notes(): readonly string[] {
    return [...this.names].map(([{ note }, name]) => note(writeVariable(name), ''));
  }

  isIn(text: string): boolean {
    return [...text.matchAll(MARKER)].some(([, , marker = '']) => this.byMarker.has(marker));
  }

  /** Puts the variables in the places of their markers, without a `$` before them. */
  write(text: string): string {
    if (this.byMarker.size === 0) return text;
    return text.replace(MARKER, (all, _dollars: string, marker: string) => {
      const found = this.byMarker.get(marker);
      return found === undefined ? all : writeVariable(this.nameOf(found));
    });
  }

  /** A value that the app makes by itself would be sent without a question. */
  private nameOf(standIn: StandIn): string {
    const known = this.names.get(standIn);
    if (known !== undefined) return known;
    let { name } = standIn;
    let count = this.counts.get(name) ?? 1;
    while (this.taken.has(name) || isDynamicValue(name)) name = `${standIn.name}_${(count += 1)}`;
    this.counts.set(standIn.name, count);
    this.names.set(standIn, name);
    this.taken.add(name);
    return name;
  }
}
