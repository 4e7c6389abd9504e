import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { CollectionVariable, TemplateSyntax } from './collection';
import { BRACES, isVaultPlaceholder, withoutContext } from './our-variables';

/** What a person would type at most; a few variables that double each other could fill the memory. */
const MAX_LENGTH = 100_000;
/** A value in a value in a value: far more than a person writes, and far fewer than the stack has room for. */
const MAX_DEPTH = 100;

/**
 * The values of a collection's variables. There, one may be put together from others (`{{scheme}}://{{host}}`); here,
 * nothing fills in the value of a variable, so it has to be whole.
 */
export class VariableValues {
  private readonly byName: ReadonlyMap<string, CollectionVariable>;
  /** Null while a value is being put together, and for one that cannot be. */
  private readonly wholes = new Map<string, string | null>();
  /** The other variables that a value is made of. */
  private readonly parts = new Map<string, readonly string[]>();

  /** @param variables Of several with the same name, the first counts. */
  constructor(
    variables: readonly CollectionVariable[],
    private readonly syntax: TemplateSyntax,
  ) {
    this.byName = new Map([...variables].reverse().map((variable) => [variable.name, variable]));
  }

  /** The whole value; null if there is none, if it may be secret, or if a part of it is not here or may be secret. */
  of(name: string, depth = 0): string | null {
    const known = this.wholes.get(name);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return null;
    this.wholes.set(name, null);
    const variable = this.byName.get(name);
    const whole =
      variable === undefined || variable.secret || isSecretHeaderName(name)
        ? null
        : this.whole(variable, depth);
    this.wholes.set(name, whole);
    return whole;
  }

  /** Whether its value is what one of Insomnia's tags gives. */
  isWorkedOut(name: string): boolean {
    return this.syntax === 'insomnia' && /\{%/.test(this.byName.get(name)?.value ?? '');
  }

  /** The variables that this one is made of, and those that they are made of. */
  partsOf(name: string): ReadonlySet<string> {
    this.of(name);
    const found = new Set(this.parts.get(name));
    // Those that are added meanwhile have their turn, too.
    for (const part of found) for (const inner of this.parts.get(part) ?? []) found.add(inner);
    return found;
  }

  private whole({ name, value }: CollectionVariable, depth: number): string | null {
    if (this.syntax === 'none') return value;
    const parts: string[] = [];
    const pieces: string[] = [];
    let [copied, length, isWhole] = [0, 0, !this.isWorkedOut(name)];
    for (const { 0: all, 1: inner = '', index } of value.matchAll(BRACES)) {
      if (isVaultPlaceholder(inner)) continue;
      const part = withoutContext(inner.trim());
      parts.push(part);
      const filled = this.of(part, depth + 1);
      isWhole &&= filled !== null;
      pieces.push(value.slice(copied, index), filled ?? '');
      copied = index + all.length;
      length += filled?.length ?? 0;
      isWhole &&= length <= MAX_LENGTH;
    }
    this.parts.set(name, parts);
    return isWhole ? pieces.join('') + value.slice(copied) : null;
  }
}
