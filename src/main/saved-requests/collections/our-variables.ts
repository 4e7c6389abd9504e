import { escapeVariables, isDynamicValue, isVariableName, writeVariable } from '@shared/requests/variables';
import type { TemplateSyntax } from './collection';

/** What other tools call the values that are new for each request. */
const DYNAMIC: ReadonlyMap<string, string> = new Map([
  ['$guid', 'uuid'],
  ['$randomUUID', 'uuid'],
  ['$timestamp', 'timestamp'],
  ['$isoTimestamp', 'now'],
  ['$randomInt', 'random'],
]);

/** Insomnia's tags that are the same here, the time by its form: ISO 8601 where none is named. */
const TAGS: readonly { readonly tag: RegExp; readonly name: string }[] = [
  { tag: /^(?:uuid\b|faker 'guid')/, name: 'uuid' },
  { tag: /^(?:now|timestamp) 'unix'/, name: 'timestamp' },
  { tag: /^(?:now|timestamp)(?: 'iso-8601'|$)/, name: 'now' },
];

/** Vault Forward's own: the service fills it in. Statements around one are its, too. */
const VAULT_PLACEHOLDER = /\bCARD_[A-Z0-9_]*_\d+\b/;

const BRACES = /\{\{([^{}\r\n]{1,300})\}\}/g;
/** No tag begins in another: each would be looked for to its end. */
const BRACES_AND_TAGS = /\{\{([^{}\r\n]{1,300})\}\}|\{%-?((?:(?!\{%)[^\r\n]){1,3000}?)-?%\}/g;

/**
 * Turns the templates of another tool into ours. It keeps count of what the profile has to define; two names of the tool
 * never become one of ours.
 */
export class OurVariables {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** Numbers that names of the tool were given which are the same here, so that none is tried twice. */
  private readonly counts = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly impossible = new Set<string>();
  private readonly used = new Set<string>();

  constructor(private readonly syntax: TemplateSyntax) {}

  /** @param encode is given what stands between the templates. */
  convert(text: string, encode: (plain: string) => string = (plain) => plain): string {
    const asIs = (plain: string): string => escapeVariables(encode(plain));
    if (this.syntax === 'none') return asIs(text);
    const pieces: string[] = [];
    let copied = 0;
    for (const found of text.matchAll(this.syntax === 'insomnia' ? BRACES_AND_TAGS : BRACES)) {
      const [whole, braces, tag] = found;
      const plain = asIs(text.slice(copied, found.index));
      // Two dollar signs before a brace are one that is meant as it stands.
      const isFree = !plain.endsWith('$');
      if (!isFree)
        this.impossible.add(`A $ right before ${whole} cannot be written here: ${whole} stayed as it is.`);
      const content = (braces ?? tag ?? '').trim();
      pieces.push(plain, isFree ? this.replacement(whole, content, tag !== undefined) : whole);
      copied = found.index + whole.length;
    }
    pieces.push(asIs(text.slice(copied)));
    return pieces.join('');
  }

  /** Names that were used since the last call, and sentences on what became, or could not become, one of ours. */
  take(): {
    readonly names: readonly string[];
    readonly changed: readonly string[];
    readonly leftOut: readonly string[];
  } {
    const taken = { names: [...this.used], changed: [...this.changed], leftOut: [...this.impossible] };
    for (const each of [this.used, this.changed, this.impossible]) each.clear();
    return taken;
  }

  /** What a variable of the tool is called here, if a request uses it. */
  usedNameOf(theirs: string): string | undefined {
    return this.names.get(theirs);
  }

  private nameOf(theirs: string): string {
    const known = this.names.get(theirs);
    if (known !== undefined) return known;
    const cleaned = theirs
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^(?![A-Za-z_])/, '_')
      .slice(0, 60);
    const plain = isVariableName(theirs) ? theirs : cleaned;
    let count = this.counts.get(plain) ?? 1;
    let name = plain;
    while (this.taken.has(name) || isDynamicValue(name)) name = `${plain}_${(count += 1)}`;
    this.counts.set(plain, count);
    this.names.set(theirs, name);
    this.taken.add(name);
    return name;
  }

  private replacement(whole: string, content: string, isTag: boolean): string {
    if (!isTag && VAULT_PLACEHOLDER.test(content)) return whole;
    const inner = content.replace(/"/g, "'").replace(/\s+/g, ' ');
    const dynamic = isTag ? TAGS.find(({ tag }) => tag.test(inner))?.name : DYNAMIC.get(inner);
    if (dynamic !== undefined) return writeVariable(dynamic);
    const theirs = isTag ? (/^\w+/.exec(inner)?.[0] ?? 'tag') : withoutContext(content);
    if (isTag) {
      this.changed.add(
        `A value that Insomnia works out ({% ${theirs} … %}) became ${writeVariable(this.nameOf(theirs))}.`,
      );
    }
    const name = this.nameOf(theirs);
    this.used.add(name);
    return writeVariable(name);
  }
}

/** Insomnia's `_.name` and `_['name']` are `name`. */
function withoutContext(content: string): string {
  return content.replace(/^_\.(?=.)/, '').replace(/^_\[(['"])(.+)\1\]$/, '$2');
}
