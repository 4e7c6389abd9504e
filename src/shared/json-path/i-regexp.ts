import { atOnce } from '../at-once';

/**
 * Regular expressions of RFC 9485, for `match` and `search` in a path. They come from a path that somebody typed or
 * imported, or from the answer itself, so they run in time proportional to the text and never backtrack.
 */
export interface IRegexp {
  matches(text: string, whole: boolean): boolean;
  /** The same, with pauses: a long expression on a long text, or on very many texts, can still take minutes. */
  matching(text: string, whole: boolean): Generator<void, boolean>;
}

const STEPS_PER_PAUSE = 500_000;
/** Steps since the last pause, of all expressions together: many short ones take as long as one long one. */
let stepsTaken = 0;

/** Longer patterns match nothing, and neither do those that become too long when their repetitions are expanded. */
const MAX_PATTERN_LENGTH = 1_000;
const MAX_STEPS = 5_000;

type Step =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'begin' | 'end' }
  /** Continues at each of these steps. */
  | { readonly kind: 'fork'; readonly to: number[] };

/** Null if the text is not such an expression. */
export function parseIRegexp(pattern: string): IRegexp | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  try {
    const compiler = new Compiler();
    compiler.compile(new Reader(pattern).read());
    const { steps } = compiler;
    stepsTaken += steps.length;
    const seen = new Uint32Array(steps.length + 1);
    const matching = (text: string, whole: boolean): Generator<void, boolean> =>
      run(steps, seen, text, whole);
    return { matching, matches: (text, whole) => atOnce(matching(text, whole)) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

type Atom =
  | { readonly kind: 'one'; readonly step: Step }
  | { readonly kind: 'group'; readonly branches: readonly (readonly Piece[])[] };

interface Piece {
  readonly atom: Atom;
  readonly least: number;
  /** Null: any number of times. */
  readonly most: number | null;
}

class Reader {
  private at = 0;

  constructor(private readonly pattern: string) {}

  read(): Atom {
    const all = this.readGroup();
    if (this.at < this.pattern.length) throw new SyntaxError('more than an expression');
    return all;
  }

  private readGroup(): Atom {
    const branches: Piece[][] = [[]];
    for (;;) {
      const piece = this.readPiece();
      if (piece !== null) branches[branches.length - 1]?.push(piece);
      else if (this.take(/[|]/y) !== null) branches.push([]);
      else return { kind: 'group', branches };
    }
  }

  private readPiece(): Piece | null {
    const atom = this.readAtom();
    if (atom === null) return null;
    const quantifier = this.take(/[*+?]|\{\d+(?:,\d*)?\}/y);
    const [least, most] = quantifier === null ? [1, 1] : boundsOf(quantifier);
    return { atom, least, most };
  }

  private readAtom(): Atom | null {
    if (this.take(/[(]/y) !== null) {
      const group = this.readGroup();
      if (this.take(/[)]/y) === null) throw new SyntaxError('a ) is missing');
      return group;
    }
    const source = this.take(ATOM);
    return source === null ? null : { kind: 'one', step: toStep(source) };
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.pattern)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }
}

/** Expands repetitions. */
class Compiler {
  readonly steps: Step[] = [];
  private atoms = 0;

  compile(atom: Atom): void {
    if (++this.atoms > MAX_STEPS || this.steps.length > MAX_STEPS) throw new SyntaxError('too many steps');
    if (atom.kind === 'one') {
      this.steps.push(atom.step);
      return;
    }
    const begin = this.fork();
    const ends: number[][] = [];
    for (const branch of atom.branches) {
      begin.push(this.steps.length);
      for (const piece of branch) this.repeat(piece);
      ends.push(this.fork());
    }
    for (const end of ends) end.push(this.steps.length);
  }

  private repeat({ atom, least, most }: Piece): void {
    for (let times = 0; times < least; times++) this.compile(atom);
    const exits: number[][] = [];
    for (let times = least; times < (most ?? least + 1); times++) {
      const place = this.steps.length;
      const exit = this.fork();
      exits.push(exit);
      exit.push(this.steps.length);
      this.compile(atom);
      if (most === null) this.fork().push(place);
    }
    for (const exit of exits) exit.push(this.steps.length);
  }

  private fork(): number[] {
    const to: number[] = [];
    this.steps.push({ kind: 'fork', to });
    return to;
  }
}

const ESCAPE = String.raw`\\[()*+\-.?[\\\]^nrt{|}]`;
const CATEGORY = String.raw`\\[pP]\{[A-Za-z]{1,2}\}`;
const IN_CLASS = String.raw`(?:${CATEGORY}|(?:[^\-[\]\\]|${ESCAPE})(?:-(?:[^\-[\]\\]|${ESCAPE}))?)`;
/** A character, an escape, a category or a class; sticky. */
const ATOM = new RegExp(
  String.raw`${CATEGORY}|${ESCAPE}|\[\^?(?:-|${IN_CLASS})${IN_CLASS}*-?\]|[^()*+?[\\\]{|}]`,
  'uy',
);

/** All of it means the same to JavaScript, except for the dot. */
function toStep(source: string): Step {
  // RFC 9485 has no anchors, but the compliance suite of RFC 9535, and everybody else, treats these two as anchors.
  if (source === '^') return { kind: 'begin' };
  if (source === '$') return { kind: 'end' };
  if (source === '.')
    return { kind: 'character', test: (character) => character !== '\n' && character !== '\r' };
  if (source === '\\-') return { kind: 'character', test: (character) => character === '-' };
  const pattern = new RegExp(`^(?:${source.replace(/^[/]$/, '\\/')})$`, 'u');
  return { kind: 'character', test: (character) => pattern.test(character) };
}

function boundsOf(quantifier: string): readonly [least: number, most: number | null] {
  if (quantifier === '*') return [0, null];
  if (quantifier === '+') return [1, null];
  if (quantifier === '?') return [0, 1];
  const [least = '0', most] = quantifier.slice(1, -1).split(',');
  const bounds = [
    Number(least),
    most === undefined ? Number(least) : most === '' ? null : Number(most),
  ] as const;
  if (bounds[1] !== null && bounds[1] < bounds[0]) throw new SyntaxError('bounds in the wrong order');
  return bounds;
}

/**
 * @param seen where each step was last reached, with the end after them; the texts of an expression share it, one at
 * a time.
 */
function* run(
  steps: readonly Step[],
  seen: Uint32Array,
  text: string,
  whole: boolean,
): Generator<void, boolean> {
  const characters = [...text];
  let current: number[] = [];
  seen.fill(0);
  stepsTaken += steps.length / 10;
  for (let at = 0; ; at++) {
    const todo = current;
    if (!whole || at === 0) todo.push(0);
    const reached: number[] = [];
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (++stepsTaken >= STEPS_PER_PAUSE) {
        stepsTaken = 0;
        yield;
      }
      if (seen[step] === at + 1) continue;
      seen[step] = at + 1;
      const what = steps[step];
      if (what === undefined) {
        if (!whole || at === characters.length) return true;
      } else if (what.kind === 'fork') todo.push(...what.to);
      else if (what.kind === 'begin' ? at === 0 : what.kind === 'end' && at === characters.length)
        todo.push(step + 1);
      else if (what.kind === 'character') reached.push(step);
    }
    const character = characters[at];
    if (character === undefined) return false;
    current = reached.filter((step) => isReached(steps[step], character)).map((step) => step + 1);
    if (whole && current.length === 0) return false;
  }
}

function isReached(step: Step | undefined, character: string): boolean {
  return step?.kind === 'character' && step.test(character);
}
