import type { JsonValue } from '@shared/documents/schema-view';
import { member } from '@openapi/raw-document';
import type { FoundOperation } from '@openapi/read-content';
import { findIdPlace, idFrom, idLike, isId, valueAtPlace, withValueAt } from './made-up-id';
import { mergeChange, mergeKnown, partsOfGiven } from './merge-given';
import { itemOfTemplate, placeOfTemplate } from './path-templates';
import type { AnswerMaker, PreparedAnswer } from './prepare-answer';
import { RememberedThings } from './remembered';

/** At most this many names are merged into an answer one by one. */
const MAX_PARTS = 50;

export interface ThingAnswer {
  readonly value: JsonValue | undefined;
  readonly remembers: boolean;
}

type Values = readonly (readonly [name: string, value: string])[];

/**
 * What requests that change something leave behind, for things that the document can read by id: something posted can
 * be read, changed and deleted. Its id is derived from the posted body, so the same request gets the same answer.
 */
export class ThingMemory {
  private readonly things = new RememberedThings();
  /** The id parameter of each "read by id" operation, by the place of its list and by its own place. */
  private readonly byList = new Map<string, string>();
  private readonly byPlace = new Map<string, string>();

  constructor(
    operations: readonly FoundOperation[],
    private readonly answers: AnswerMaker,
  ) {
    for (const { method, path } of operations) {
      const item = method === 'GET' ? itemOfTemplate(path) : null;
      if (item === null) continue;
      this.byPlace.set(placeOfTemplate(path), item.name);
      this.byList.set(placeOfTemplate(item.list), item.name);
    }
  }

  /** Null for a thing that was deleted. */
  answer(
    { method, path }: FoundOperation,
    parameters: Values,
    body: JsonValue | undefined,
    success: PreparedAnswer,
  ): ThingAnswer | null {
    const place = placeOfTemplate(path);
    const name = this.byPlace.get(place);
    if (name !== undefined) return this.aboutOne(method, place, name, parameters, body, success);
    const nameOfItem = method === 'POST' && body !== undefined ? this.byList.get(place) : undefined;
    return nameOfItem === undefined || body === undefined
      ? { value: success.value, remembers: false }
      : this.create(`${place}/{}`, nameOfItem, parameters, body, success);
  }

  private create(
    place: string,
    name: string,
    parameters: Values,
    body: JsonValue,
    success: PreparedAnswer,
  ): ThingAnswer {
    const idPlace = findIdPlace(success.value, name);
    const example = idPlace === null ? undefined : valueAtPlace(success.value, idPlace);
    if (success.value === undefined || idPlace === null || !isId(example))
      return { value: success.value, remembers: false };
    const given = valueAtPlace(shapedLike(body, idPlace), idPlace);
    const wanted = isId(given)
      ? given
      : idLike(example, `${keyOf(place, parameters)}\n${JSON.stringify(body)}`);
    const value = this.withId(success, this.merge(success, body, idPlace), idPlace, wanted);
    const id = valueAtPlace(value, idPlace);
    this.things.keep(keyOf(place, [...parameters, [name, String(id)]]), { kind: 'given', value: body });
    return { value, remembers: true };
  }

  private aboutOne(
    method: string,
    place: string,
    name: string,
    parameters: Values,
    body: JsonValue | undefined,
    success: PreparedAnswer,
  ): ThingAnswer | null {
    const key = keyOf(place, parameters);
    const there = this.things.find(key);
    if (there?.kind === 'deleted' && method !== 'PUT') return null;
    if (method === 'DELETE') {
      this.things.keep(key, { kind: 'deleted' });
      return { value: success.value, remembers: false };
    }
    const before = there?.kind === 'given' ? there.value : undefined;
    const isChange = body !== undefined && ['PUT', 'PATCH', 'POST'].includes(method);
    const given = !isChange
      ? before
      : method === 'PUT' || before === undefined
        ? body
        : mergeChange(before, body);
    if (isChange && given !== undefined) this.things.keep(key, { kind: 'given', value: given });
    if (success.value === undefined) return { value: undefined, remembers: false };
    const idPlace = findIdPlace(success.value, name);
    const merged = given === undefined ? success.value : this.merge(success, given, idPlace);
    const asked = parameters.at(-1)?.[1] ?? '';
    const id = idPlace === null ? null : idFrom(asked, valueAtPlace(merged, idPlace));
    const value = idPlace === null || id === null ? merged : this.withId(success, merged, idPlace, id);
    return { value, remembers: given !== undefined };
  }

  /**
   * Merges in everything that was given if the answer's schema accepts it, otherwise only the names that it accepts.
   */
  private merge(success: PreparedAnswer, body: JsonValue, idPlace: readonly string[] | null): JsonValue {
    const given = shapedLike(body, idPlace);
    const { value: base = {} } = success;
    const known = this.answers.known(success);
    const most = this.answers.findings(success, base);
    const whole = mergeKnown(base, given, known);
    if (this.answers.findings(success, whole) <= most) return whole;
    return partsOfGiven(given)
      .slice(0, MAX_PARTS)
      .reduce<JsonValue>((value, part) => {
        const next = mergeKnown(value, part, known);
        return this.answers.findings(success, next) <= most ? next : value;
      }, base);
  }

  /** Keeps the example's own id if the schema accepts no other. */
  private withId(
    success: PreparedAnswer,
    value: JsonValue,
    idPlace: readonly string[],
    id: string | number,
  ): JsonValue {
    const named = withValueAt(value, idPlace, id);
    return this.answers.findings(success, named) <= this.answers.findings(success, value) ? named : value;
  }
}

/** Wraps `{ "email": … }` for an answer of the form `{ "data": { "id": …, "email": … } }`. */
function shapedLike(given: JsonValue, idPlace: readonly string[] | null): JsonValue {
  const [holder, ...rest] = idPlace ?? [];
  if (holder === undefined || rest.length === 0 || member(given, holder) !== undefined) return given;
  return { [holder]: given };
}

function keyOf(place: string, parameters: Values): string {
  return JSON.stringify([place, ...parameters.map(([, value]) => value)]);
}
