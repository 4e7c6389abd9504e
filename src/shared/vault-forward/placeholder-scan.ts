/** A name with the number of a payment method. */
export interface Named {
  readonly name: string;
  readonly index: string | null;
}

/** A pair of double braces in a body, and what is between them. */
export interface FoundPlaceholder {
  /** UTF-16 offset of the first brace. */
  readonly offset: number;
  /** Includes both pairs of braces. */
  readonly length: number;
  /** The text between the braces, as written. */
  readonly content: string;
  /** `CARD_NUMBER` in `CARD_NUMBER_1`; null if the content is not a name. */
  readonly name: string | null;
  /** The digits after the last underscore, as written; null if there are none. */
  readonly index: string | null;
  /**
   * `{{ A_1 or B_1 }}`: the first of these that is not empty; not in the specification, but supported by a compatible
   * service. Set instead of a name.
   */
  readonly alternatives?: readonly Named[];
  /** False where JSON expects another kind of value. */
  readonly inString: boolean;
}

/** JSON, or any other text: a form, XML. */
export type BodyKind = 'json' | 'text';

export interface StrayBraces {
  readonly offset: number;
  readonly braces: '{{' | '}}';
  /** True if an upper-case name is next to it, so that a placeholder was probably meant. */
  readonly looksIntended: boolean;
}

export interface PlaceholderScan {
  readonly kind: BodyKind;
  readonly placeholders: readonly FoundPlaceholder[];
  readonly strays: readonly StrayBraces[];
}

/**
 * Finds the placeholders of a body. In JSON, double braces inside strings are placeholders; outside, `}}` closes two
 * objects, and only `{{NAME}}` can be meant as one. Other bodies are scanned as one text. The JSON may be incomplete.
 */
export function scanPlaceholders(body: string, kind: BodyKind): PlaceholderScan {
  const scanner = new Scanner(body);
  if (kind === 'text') {
    scanner.text(0, body.length);
  } else {
    scanner.json();
  }
  return { kind, placeholders: scanner.placeholders, strays: scanner.strays };
}

const OUTSIDE = /\{\{[ \t]*[A-Za-z_][A-Za-z0-9_]*(?:[ \t]+or[ \t]+[A-Za-z_][A-Za-z0-9_]*)*[ \t]*\}\}/y;
const STRING_OR_BRACE = /["{]/g;
const BRACES = /\{{2,}|\}{2,}/g;

class Scanner {
  readonly placeholders: FoundPlaceholder[] = [];
  readonly strays: StrayBraces[] = [];

  constructor(private readonly body: string) {}

  json(): void {
    let at = 0;
    for (;;) {
      STRING_OR_BRACE.lastIndex = at;
      const found = STRING_OR_BRACE.exec(this.body);
      if (found === null) {
        return;
      }
      at = found[0] === '"' ? this.string(found.index) : this.outside(found.index);
    }
  }

  /**
   * A string ends at the end of its line at the latest, so that one missing quote does not turn the rest inside out.
   */
  private string(start: number): number {
    let end = start + 1;
    let last = 0;
    let hasBraces = false;
    for (; end < this.body.length; end += 1) {
      const code = this.body.charCodeAt(end);
      if (code === 0x22 || code === 0x0a || code === 0x0d) {
        break;
      }
      hasBraces ||= code === last && (code === 0x7b || code === 0x7d);
      last = code;
      if (code === 0x5c) {
        end += 1;
      }
    }
    if (hasBraces) {
      this.text(start + 1, Math.min(end, this.body.length));
    }
    return end + 1;
  }

  private outside(start: number): number {
    OUTSIDE.lastIndex = start;
    const found = OUTSIDE.exec(this.body);
    if (found === null) {
      return start + 1;
    }
    this.add(start, start + found[0].length, false);
    return start + found[0].length;
  }

  /**
   * Scans a range of text. If there are more than two braces in a row, the innermost two belong to the placeholder.
   */
  text(start: number, end: number): void {
    let opening = -1;
    for (const run of this.body.slice(start, end).matchAll(BRACES)) {
      const braces = run[0];
      const at = start + run.index;
      const outermost = braces.length >= 4;
      if (braces.startsWith('{')) {
        if (opening !== -1) this.stray(opening, '{{');
        if (outermost) this.stray(at, '{{');
        opening = at + braces.length - 2;
      } else {
        if (opening === -1) this.stray(at, '}}');
        else this.add(opening, at + 2);
        if (opening !== -1 && outermost) this.stray(at + 2, '}}');
        opening = -1;
      }
    }
    if (opening !== -1) {
      this.stray(opening, '{{');
    }
  }

  private stray(offset: number, braces: '{{' | '}}'): void {
    const near =
      braces === '{{'
        ? this.body.slice(offset + 2, offset + 40)
        : this.body.slice(Math.max(0, offset - 38), offset);
    const looksIntended =
      braces === '{{' ? /^\s*[A-Z]+_[A-Z0-9_]*/.test(near) : /[A-Z]+_[A-Z0-9_]*\s*$/.test(near);
    this.strays.push({ offset, braces, looksIntended });
  }

  private add(offset: number, end: number, inString = true): void {
    const content = this.body.slice(offset + 2, end - 2);
    const [one, ...others] = content.split(/\s+or\s+/).map(readName);
    const name = others.length === 0 ? one : null;
    const alternatives = [one, ...others].flatMap((named) => named ?? []);
    const isOr = others.length > 0 && alternatives.length === others.length + 1;
    this.placeholders.push({
      offset,
      length: end - offset,
      content,
      name: name?.name ?? null,
      index: name?.index ?? null,
      ...(isOr ? { alternatives } : {}),
      inString,
    });
  }
}

function readName(text: string): Named | null {
  const found = /^\s*([A-Za-z_][A-Za-z0-9_]*?)(?:_([0-9]+))?\s*$/.exec(text);
  return found?.[1] === undefined ? null : { name: found[1], index: found[2] ?? null };
}

/** All names in a placeholder: its own or its alternatives. */
export function namesOf({ name, index, alternatives }: FoundPlaceholder): readonly Named[] {
  return alternatives ?? (name === null ? [] : [{ name, index }]);
}
