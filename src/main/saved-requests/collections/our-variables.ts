import { NOT_SENT_BEFORE } from '@shared/import/stand-ins';
import { variableNameFrom } from '@shared/requests/variable-name';
import { escapeVariables, isDynamicValue, isVariableName, writeVariable } from '@shared/requests/variables';
import type { TemplateSyntax } from './collection';

/** Other tools' names for the values that are made for each request. */
const DYNAMIC: ReadonlyMap<string, string> = new Map([
  ['$guid', 'uuid'],
  ['$randomUUID', 'uuid'],
  ['$timestamp', 'timestamp'],
  ['$isoTimestamp', 'now'],
  ['$randomInt', 'random'],
]);

/** Insomnia's tags that have an equivalent here; for the time, by its format (ISO 8601 if none is named). */
const TAGS: readonly { readonly tag: RegExp; readonly name: string }[] = [
  { tag: /^(?:uuid\b|faker 'guid')/, name: 'uuid' },
  { tag: /^(?:now|timestamp) 'unix'/, name: 'timestamp' },
  { tag: /^(?:now|timestamp)(?: 'iso-8601'|$)/, name: 'now' },
];

/** Vault Forward's own placeholders, which the service fills in. Statements around one belong to it, too. */
const VAULT_PLACEHOLDER = /\bCARD_[A-Z0-9_]*_\d+\b/;

/** @param content of the braces. */
export function isVaultPlaceholder(content: string): boolean {
  return VAULT_PLACEHOLDER.test(content);
}

export const BRACES = /\{\{([^{}\r\n]{1,300})\}\}/g;
/** No tag may begin inside another: otherwise the end of each `{%` would be searched for across all those after it. */
const BRACES_AND_TAGS = /\{\{([^{}\r\n]{1,300})\}\}|\{%-?((?:(?!\{%)[^\r\n]){1,3000}?)-?%\}/g;

/**
 * Turns the templates of another tool into ours, and collects what the profile has to define. Two names of the tool
 * never become one of ours.
 */
export class OurVariables {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** The numbers given to names of the tool that would be the same here, so that none is tried twice. */
  private readonly counts = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly impossible = new Set<string>();
  private readonly used = new Set<string>();

  constructor(private readonly syntax: TemplateSyntax) {}

  /** @param encode is applied to the text between the templates. */
  convert(text: string, encode: (plain: string) => string = (plain) => plain): string {
    const asIs = (plain: string): string => escapeVariables(encode(plain));
    if (this.syntax === 'none') return asIs(text);
    const pieces: string[] = [];
    let copied = 0;
    for (const found of text.matchAll(this.syntax === 'insomnia' ? BRACES_AND_TAGS : BRACES)) {
      const [whole, braces, tag] = found;
      const plain = asIs(text.slice(copied, found.index));
      const content = (braces ?? tag ?? '').trim();
      // Two dollar signs before a brace mean one that stays as it is.
      const [dollars = ''] = /(?<!\$)\$+$/.exec(plain) ?? [];
      pieces.push(plain.slice(0, plain.length - dollars.length));
      pieces.push(
        dollars === ''
          ? this.replacement(whole, content, tag !== undefined)
          : this.withDollars(dollars + whole, whole, content),
      );
      copied = found.index + whole.length;
    }
    pieces.push(asIs(text.slice(copied)));
    return pieces.join('');
  }

  /**
   * The names that were used since the last call, and sentences about what was changed, or could not become one of our
   * variables.
   */
  take(): {
    readonly names: readonly string[];
    readonly changed: readonly string[];
    readonly leftOut: readonly string[];
  } {
    const taken = { names: [...this.used], changed: [...this.changed], leftOut: [...this.impossible] };
    for (const each of [this.used, this.changed, this.impossible]) each.clear();
    return taken;
  }

  /** The names that the tool's variables have here, as far as requests use them, with their names there. */
  get theirNames(): ReadonlyMap<string, string> {
    return new Map([...this.names].map(([theirs, name]) => [name, theirs]));
  }

  /** A variable for a `$` and what follows it; one of the service's own stays as it is. */
  private withDollars(all: string, whole: string, content: string): string {
    if (isVaultPlaceholder(content)) return all;
    const name = this.nameOf(all, withoutContext(content));
    this.used.add(name);
    const variable = writeVariable(name);
    this.impossible.add(
      `A $ right before ${whole} cannot be written here: ${variable} stands for all of ${all}, ${NOT_SENT_BEFORE}`,
    );
    return variable;
  }

  private nameOf(theirs: string, wanted = theirs): string {
    const known = this.names.get(theirs);
    if (known !== undefined) return known;
    const plain = isVariableName(wanted) ? wanted : variableNameFrom(wanted);
    let count = this.counts.get(plain) ?? 1;
    let name = plain;
    while (this.taken.has(name) || isDynamicValue(name)) name = `${plain}_${(count += 1)}`;
    this.counts.set(plain, count);
    this.names.set(theirs, name);
    this.taken.add(name);
    return name;
  }

  private replacement(whole: string, content: string, isTag: boolean): string {
    if (!isTag && isVaultPlaceholder(content)) return whole;
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

/** Turns Insomnia's `_.name` and `_['name']` into `name`. */
export function withoutContext(content: string): string {
  return content.replace(/^_\.(?=.)/, '').replace(/^_\[(['"])(.+)\1\]$/, '$2');
}
