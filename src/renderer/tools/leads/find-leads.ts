import type { OperationSummary } from '@shared/documents/document-summary';
import type { LinkDetails } from '@shared/documents/operation-details';
import { pointerTo } from '@shared/json/json-tree';
import { endAlike, sameWords, stemOf, wordsOf } from './name-words';
import { sameTemplate, stepsOf, type PathStep } from './path-templates';

/** Why a value is taken for one that an operation reads, most certain reason first. */
const REASONS = ['link', 'sent', 'name', 'last-words'] as const;
export type LeadReason = (typeof REASONS)[number];

/** An operation that reads what an id in an answer identifies, with its path parameters filled in as far as known. */
export interface Lead {
  readonly document: string;
  readonly operation: OperationSummary;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly reason: LeadReason;
}

/** An answer, and what its document says about it. */
export interface LeadSource {
  readonly document: string;
  /** All operations of the document. */
  readonly operations: readonly OperationSummary[];
  /** The path template of the answered request, and the values of its parameters. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  /** The document's own links for this answer. */
  readonly links: readonly LinkDetails[];
}

/** Names of wrappers in an answer that do not say what the objects inside are. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['items', 'data', 'results', 'result', 'values', 'value', 'records', 'record', 'list', 'entries'],
  ...['elements', 'content', 'response', 'payload', '_embedded', 'edges', 'node', 'object', 'attributes'],
]);
const MAX_ID_LENGTH = 200;

/** Where the values of one answer lead. Each name is analysed only once. See docs/decisions/0120-ways-on.md. */
export class LeadFinder {
  private readonly candidates: readonly Candidate[];
  private readonly sent: readonly PathStep[];
  private readonly byName = new Map<string, readonly (readonly [Candidate, LeadReason])[]>();

  constructor(private readonly source: LeadSource) {
    this.sent = stepsOf(source.path);
    this.candidates = source.operations.flatMap((operation) => candidateOf(operation) ?? []);
  }

  /**
   * Operations whose path ends with a parameter that takes the value. Several form a choice; those that are less
   * certain, or leave more parameters open, are left out.
   * @param steps of the value's JSON pointer.
   */
  find(steps: readonly string[], value: unknown): readonly Lead[] {
    const id = idOf(value);
    const key = steps.filter(isName).at(-1);
    if (id === null || key === undefined) return [];
    const pointer = steps.reduce<string>(pointerTo, '');
    const leads = [
      ...this.linked(pointer, id),
      ...this.candidates
        .filter(({ steps: path }) => this.isSentValue(path, id))
        .map((candidate) => this.lead(candidate, 'sent', id)),
      ...this.named(key, ownerOf(steps)).map(([candidate, reason]) => this.lead(candidate, reason, id)),
    ];
    return best(leads.filter((lead) => !this.isTheSame(lead)));
  }

  /** According to the document: a link whose parameter is the value at exactly this place. */
  private linked(pointer: string, id: string): readonly Lead[] {
    return this.source.links.flatMap(({ operationId, parameters }) => {
      const candidate = this.candidates.find(({ operation }) => operation.id === operationId);
      if (candidate === undefined) return [];
      const from = (place: string): string => parameters[place] ?? parameters[`path.${place}`] ?? '';
      return from(candidate.place) === `$response.body#${pointer}` ? [this.lead(candidate, 'link', id)] : [];
    });
  }

  private named(key: string, owner: string | null): readonly (readonly [Candidate, LeadReason])[] {
    const name = JSON.stringify([key, owner]);
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const found = this.candidates.flatMap((candidate) => {
      const reason = reasonByName(candidate, key, owner, this.sent);
      return reason === null ? [] : [[candidate, reason] as const];
    });
    this.byName.set(name, found);
    return found;
  }

  /** True for an answer of `/orders/{order_id}/capture` that repeats a value from its own path. */
  private isSentValue(steps: readonly PathStep[], id: string): boolean {
    const name = this.sent[steps.length - 1]?.place ?? null;
    return (
      name !== null &&
      this.source.pathValues[name] === id &&
      sameTemplate(this.sent.slice(0, steps.length), steps)
    );
  }

  private lead({ operation, steps, place }: Candidate, reason: LeadReason, id: string): Lead {
    const pathParameters = { ...this.knownPlaces(steps), [place]: id };
    return { document: this.source.document, operation, pathParameters, reason };
  }

  /**
   * Values for earlier parameters that the request had at the same point of the same path, or under the same specific
   * name.
   */
  private knownPlaces(steps: readonly PathStep[]): Readonly<Record<string, string>> {
    const known = steps.slice(0, -1).flatMap(({ place }, at) => {
      if (place === null) return [];
      const isBeside = sameTemplate(this.sent.slice(0, at + 1), steps.slice(0, at + 1));
      const isTelling = (stemOf(wordsOf(place)) ?? []).length > 0;
      const name = isBeside ? (this.sent[at]?.place ?? place) : place;
      const value = isBeside || isTelling ? this.source.pathValues[name] : undefined;
      return value === undefined ? [] : [[place, value] as const];
    });
    return Object.fromEntries(known);
  }

  private isTheSame({ operation, pathParameters }: Lead): boolean {
    const { path, pathValues } = this.source;
    return (
      operation.path === path &&
      Object.entries(pathParameters).every(([name, value]) => pathValues[name] === value)
    );
  }
}

/** An operation that reads one thing: a GET whose path ends with a parameter. */
interface Candidate {
  readonly operation: OperationSummary;
  readonly steps: readonly PathStep[];
  /** The last parameter of its path. */
  readonly place: string;
  /** What it reads, according to the words before that parameter: `session`, and `checkout session`. */
  readonly nouns: readonly (readonly string[])[];
}

function candidateOf(operation: OperationSummary): Candidate | null {
  const steps = stepsOf(operation.path);
  const place = steps.at(-1)?.place ?? null;
  if (operation.method !== 'GET' || place === null) return null;
  return { operation, steps, place, nouns: nounsOf(steps) };
}

/** The id as text: a text without spaces, or an exact whole number; null for a masked value. */
function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  if (typeof value !== 'string' || value.length > MAX_ID_LENGTH) return null;
  return /^[^\s•\p{Cc}]+$/u.test(value) ? value : null;
}

function isName(step: string): boolean {
  return !/^\d+$/.test(step);
}

function ownerOf(steps: readonly string[]): string | null {
  const around = steps.filter(isName).slice(0, -1).reverse();
  return around.find((name) => !WRAPPERS.has(name.toLowerCase())) ?? null;
}

function reasonByName(
  { steps, place, nouns }: Candidate,
  key: string,
  owner: string | null,
  sent: readonly PathStep[],
): LeadReason | null {
  const placeWords = wordsOf(place);
  const placeStem = stemOf(placeWords) ?? [];
  const words = wordsOf(key);
  const stem = stemOf(words);
  // `customer` for `/customers/{customer}`: the parameter's name says what it takes.
  const isTelling = placeStem.length > 0 || nouns.some((noun) => endAlike(placeWords, noun));
  if (isTelling && sameWords(words, placeWords)) return 'name';
  if (stem !== null && stem.length > 0) {
    const taken = [...nouns, placeStem];
    if (taken.some((noun) => sameWords(stem, noun))) return 'name';
    return taken.some((noun) => endAlike(stem, noun)) ? 'last-words' : null;
  }
  // A plain `id`, or an equally vague parameter name: the object around it says what it is.
  if (stem === null && !sameWords(words, placeWords)) return null;
  if (owner === null) return ofTheRequest(steps, sent, nouns);
  const around = wordsOf(owner);
  if (nouns.some((noun) => sameWords(around, noun)) || sameWords(around, placeStem)) return 'name';
  return nouns.some((noun) => endAlike(around, noun)) ? 'last-words' : null;
}

/**
 * An id that is not inside a named object is that of the thing requested: one read by the same path, or otherwise by
 * its last word.
 */
function ofTheRequest(
  steps: readonly PathStep[],
  sent: readonly PathStep[],
  nouns: readonly (readonly string[])[],
): LeadReason | null {
  const end = sent.at(-1);
  const asked = end === undefined || end.place === null ? sent : sent.slice(0, -1);
  if (sameTemplate(asked, steps.slice(0, -1))) return 'name';
  const last = asked.at(-1);
  return last?.place === null && nouns.some((noun) => sameWords(wordsOf(last.text), noun))
    ? 'last-words'
    : null;
}

function nounsOf(steps: readonly PathStep[]): readonly (readonly string[])[] {
  const [before, last] = [steps.at(-3), steps.at(-2)];
  if (last === undefined || last.place !== null) return [];
  const noun = wordsOf(last.text);
  return before === undefined || before.place !== null ? [noun] : [noun, [...wordsOf(before.text), ...noun]];
}

function best(leads: readonly Lead[]): readonly Lead[] {
  const rank = (lead: Lead): number => REASONS.indexOf(lead.reason) * 100 + openPlaces(lead);
  const lowest = Math.min(...leads.map(rank));
  const chosen = leads.filter((lead) => rank(lead) === lowest);
  return chosen.filter(
    ({ operation }, at) => chosen.findIndex((lead) => lead.operation.id === operation.id) === at,
  );
}

function openPlaces({ operation, pathParameters }: Lead): number {
  return stepsOf(operation.path).filter(({ place }) => place !== null && pathParameters[place] === undefined)
    .length;
}
