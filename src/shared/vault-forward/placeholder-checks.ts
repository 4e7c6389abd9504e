import { findingInBody, type DraftFinding, type DraftMend, type DraftSeverity } from './finding';
import { nearestName } from './nearest-name';
import { placeholderCatalogue, type OwnPlaceholder, type PlaceholderKind } from './placeholder-catalogue';
import { namesOf, type FoundPlaceholder, type PlaceholderScan, type StrayBraces } from './placeholder-scan';

export interface PlaceholderFacts {
  /** How many payment methods the draft names. */
  readonly paymentMethods: number;
  /** True if a checkout session can replace the first payment method, for services that support it. */
  readonly checkoutSession: boolean;
  readonly own: readonly OwnPlaceholder[];
}

/** Checks the placeholders of a body against the payment methods and the known names. */
export function checkPlaceholders(scan: PlaceholderScan, facts: PlaceholderFacts): DraftFinding[] {
  const catalogue = placeholderCatalogue(facts.own);
  const kinds = new Map(catalogue.map((entry) => [entry.name, entry]));
  return [
    ...scan.strays.map(strayBraces),
    ...scan.placeholders.flatMap((placeholder) => checkOne(placeholder, kinds, facts)),
    ...knownElsewhere(scan, kinds),
    ...unusedPaymentMethods(scan, facts),
  ];
}

function strayBraces({ offset, braces, looksIntended }: StrayBraces): DraftFinding {
  const other = braces === '{{' ? '}}' : '{{';
  return findingInBody(
    'placeholder-braces',
    looksIntended ? 'error' : 'warning',
    offset,
    2,
    looksIntended
      ? `This placeholder has ${braces} without ${other}.`
      : `${braces} without ${other}: it is sent as it is, and the service may refuse it.`,
  );
}

function checkOne(
  placeholder: FoundPlaceholder,
  kinds: ReadonlyMap<string, PlaceholderKind>,
  facts: PlaceholderFacts,
): DraftFinding[] {
  const { offset, length, content, name, index, inString, alternatives } = placeholder;
  const at = (code: string, severity: DraftSeverity, message: string, mend?: Mending): DraftFinding => ({
    ...findingInBody(code, severity, offset, length, message),
    ...(mend === undefined ? {} : { mend: { ...mend, offset, length } }),
  });
  const findings: DraftFinding[] = [];
  if (!inString) {
    findings.push(
      at(
        'placeholder-outside-string',
        'error',
        'A placeholder has to be inside a string: put double quotes around it.',
        { label: 'Quote it', insert: `"{{${content}}}"` },
      ),
    );
  }
  if (alternatives !== undefined) {
    for (const { name: one, index: number } of alternatives) {
      const { entry, problem } = lookUp(one, number, kinds, facts);
      if (entry === undefined)
        findings.push(
          at(
            'placeholder-unknown',
            'warning',
            describeUnknown(one, number, nearestName(one, [...kinds.keys()])),
          ),
        );
      else if (problem !== null) findings.push(at(problem.code, 'error', problem.message));
    }
    return findings;
  }
  if (name === null) {
    const odd = readOdd(content, [...kinds.keys()]);
    findings.push(
      odd === null
        ? at(
            'placeholder-unknown',
            'warning',
            'There is no placeholder name between these braces. They are sent as they are.',
          )
        : at('placeholder-unknown', 'warning', describeOdd(odd), {
            label: 'Replace',
            insert: `{{${odd.meant}}}`,
          }),
    );
    return findings;
  }
  if (!/^ ?\w+ ?$/.test(content)) {
    findings.push(
      at(
        'placeholder-spacing',
        'warning',
        'Placeholders have no spaces inside, or one on each side; others may not be replaced.',
        { label: 'Remove the spaces', insert: `{{${content.trim()}}}` },
      ),
    );
  }
  const { entry, problem } = lookUp(name, index, kinds, facts);
  if (entry === undefined) {
    const nearest = nearestName(name, [...kinds.keys()]);
    const unknown = at('placeholder-unknown', 'warning', describeUnknown(name, index, nearest));
    findings.push(
      nearest === null
        ? unknown
        : {
            ...unknown,
            mend: { label: 'Replace', offset, length, insert: `{{${nearest}_${index ?? '1'}}}` },
          },
    );
  } else if (problem !== null) {
    findings.push(at(problem.code, 'error', problem.message, problem.mend));
  }
  return findings;
}

function lookUp(
  name: string,
  index: string | null,
  kinds: ReadonlyMap<string, PlaceholderKind>,
  facts: PlaceholderFacts,
): { readonly entry: PlaceholderKind | undefined; readonly problem: ReturnType<typeof checkIndex> } {
  // The scan would cut off digits at the end of a known name.
  const entry = kinds.get(name) ?? kinds.get(index === null ? name : `${name}_${index}`);
  return {
    entry,
    problem: entry === undefined ? null : checkIndex(entry.name, entry.name === name ? index : null, facts),
  };
}

type Mending = Pick<DraftMend, 'label' | 'insert'>;

function describeUnknown(name: string, index: string | null, nearest: string | null): string {
  return nearest === null
    ? `${name} is not known here. The specification leaves the list open: if your service knows it, add it as your own.`
    : `${name} is not known here. Did you mean ${nearest}_${index ?? '1'}?`;
}

interface OddName {
  readonly character: string;
  readonly meant: string;
}

/**
 * A name with a character that no placeholder has, such as a Cyrillic letter that looks like another one, or an
 * invisible character.
 */
function readOdd(content: string, names: readonly string[]): OddName | null {
  const written = content.trim();
  const character = /[^\w\s]/u.exec(written)?.[0];
  const [, name = '', index] = /^(.*?)(?:_(\d+))?$/.exec(written.normalize('NFKC')) ?? [];
  const nearest = nearestName(name, names);
  return character === undefined || nearest === null
    ? null
    : { character, meant: `${nearest}_${index ?? '1'}` };
}

function describeOdd({ character, meant }: OddName): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  return `Did you mean ${meant}? "${character}" (U+${code}) is not a placeholder character, even if it looks like one: these braces are sent as they are.`;
}

function checkIndex(
  name: string,
  index: string | null,
  facts: PlaceholderFacts,
): { code: string; message: string; mend?: Mending } | null {
  const mendTo = (number: string): Mending => ({
    label: `Use ${name}_${number}`,
    insert: `{{${name}_${number}}}`,
  });
  if (index === null) {
    return {
      code: 'placeholder-index',
      message: `${name} needs the number of a payment method: ${name}_1 is the first.`,
      // If there are several, only the person knows which one was meant.
      ...(facts.paymentMethods > 1 ? {} : { mend: mendTo('1') }),
    };
  }
  if (index.startsWith('0')) {
    const number = index.replace(/^0+/, '') || '1';
    return {
      code: 'placeholder-index',
      message: `Payment methods are counted from 1, without leading zeros: ${name}_${number}.`,
      mend: mendTo(number),
    };
  }
  const available = facts.checkoutSession ? Math.max(1, facts.paymentMethods) : facts.paymentMethods;
  if (Number(index) > available) {
    return {
      code: 'placeholder-beyond',
      message: `${name}_${index} asks for payment method ${index}, but the request has ${countOf(facts.paymentMethods)}.`,
    };
  }
  return null;
}

function countOf(paymentMethods: number): string {
  return paymentMethods === 0
    ? 'no payment method'
    : paymentMethods === 1
      ? 'one payment method'
      : `${paymentMethods} payment methods`;
}

/** One note for each name, at its first place. */
function knownElsewhere(scan: PlaceholderScan, kinds: ReadonlyMap<string, PlaceholderKind>): DraftFinding[] {
  const seen = new Set<string>();
  const findings: DraftFinding[] = [];
  const named = scan.placeholders.flatMap((found) => namesOf(found).map(({ name }) => ({ ...found, name })));
  for (const { name, offset, length } of named) {
    if (kinds.get(name)?.source === 'known-elsewhere' && !seen.has(name)) {
      seen.add(name);
      findings.push(
        findingInBody(
          'placeholder-known-elsewhere',
          'note',
          offset,
          length,
          `${name} is not in the specification; a compatible public service knows it.`,
        ),
      );
    }
  }
  return findings;
}

function unusedPaymentMethods(scan: PlaceholderScan, facts: PlaceholderFacts): DraftFinding[] {
  const used = new Set(scan.placeholders.flatMap(namesOf).map(({ index }) => index));
  return Array.from({ length: facts.paymentMethods }, (_, at) => at)
    .filter((at) => !used.has(String(at + 1)))
    .map((at) => ({
      code: 'payment-method-unused',
      severity: 'warning',
      where: { field: 'paymentMethods', index: at },
      message: `Payment method ${at + 1} is not used in the body.`,
    }));
}
