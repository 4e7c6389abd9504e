import type { ChangedOperation, DocumentChanges } from '@shared/documents/document-changes';
import { describeField } from '@shared/documents/describe-schema';
import type { OperationSummary } from '@shared/documents/document-summary';
import type { MediaTypeDetails, OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import type { OpenDocument } from './open-document';

/** How many changes of one operation are listed, and how deep one schema is read: models inside it are compared separately. */
const MAX_CHANGES = 30;
const MAX_DEPTH = 12;

/** A line for each thing that a document says, by its subject: `query parameter limit` -> `whole number, …`. */
type Facts = ReadonlyMap<string, string>;

export function compareDocuments(before: OpenDocument, after: OpenDocument): DocumentChanges {
  const [old, fresh] = [before.byPlace(), after.byPlace()];
  const added = [...fresh].filter(([place]) => !old.has(place)).map(([, operation]) => operation);
  const removed = [...old].filter(([place]) => !fresh.has(place)).map(([, operation]) => operation);
  const [oldFacts, freshFacts] = [new FactReader(before), new FactReader(after)];
  const changed: ChangedOperation[] = [];
  let unchanged = 0;
  for (const [place, operation] of fresh) {
    const earlier = old.get(place);
    if (earlier === undefined) continue;
    const changes = compareFacts(oldFacts.of(earlier), freshFacts.of(operation));
    if (changes.length === 0) unchanged += 1;
    else changed.push({ operation, idBefore: earlier.id, changes });
  }
  return { added, removed, changed, unchanged };
}

function compareFacts(before: Facts, after: Facts): readonly string[] {
  const changes = [
    ...[...after.keys()]
      .filter((name) => !before.has(name))
      .map((name) => `Added: ${name} (${after.get(name)})`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `Removed: ${name}`),
    ...[...after].flatMap(([name, words]) => {
      const earlier = before.get(name);
      return earlier === undefined || earlier === words ? [] : [`Changed: ${name}: ${earlier} → ${words}`];
    }),
  ];
  const more = changes.length - MAX_CHANGES;
  return more > 0 ? [...changes.slice(0, MAX_CHANGES), `And ${more.toLocaleString('en')} more.`] : changes;
}

/** Collects what one document says, reading each model only once. */
class FactReader {
  private readonly models = new Map<string, Part>();

  constructor(private readonly document: OpenDocument) {}

  of({ id }: OperationSummary): Facts {
    const facts = new Map<string, string>();
    const details = this.document.operation(id);
    if (details === null) return facts;
    facts.set('operationId', id);
    facts.set('path', details.path);
    facts.set('summary', details.summary ?? 'none');
    facts.set('deprecated', details.deprecated ? 'yes' : 'no');
    facts.set('scopes', describeScopes(details));
    for (const { place, name, required, schema } of details.parameters)
      facts.set(`${place} parameter ${name}`, describeField(schema, required));
    const waiting: string[] = [];
    if (details.body) {
      facts.set('body', details.body.required ? 'required' : 'may be left out');
      this.take(partOfContents('body', details.body.contents), facts, waiting);
    }
    for (const { status, contents } of details.answers) {
      facts.set(`answer ${status}`, contents.map(({ mediaType }) => mediaType).join(', ') || 'no body');
      this.take(partOfContents(`answer ${status}`, contents), facts, waiting);
    }
    const seen = new Set<string>();
    for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
      if (seen.has(reference)) continue;
      seen.add(reference);
      this.take(this.model(reference), facts, waiting);
    }
    return facts;
  }

  private take({ lines, references }: Part, facts: Map<string, string>, waiting: string[]): void {
    // Choices may have fields of the same name.
    for (const [name, words] of lines) {
      const others = facts.get(name);
      facts.set(name, others === undefined || others === words ? words : `${others}, or ${words}`);
    }
    waiting.push(...references);
  }

  private model(reference: string): Part {
    const known = this.models.get(reference);
    if (known !== undefined) return known;
    const model = this.document.model(reference);
    const part = emptyPart();
    if (model !== null) {
      part.lines.push([model.name, describeField(model.schema, false)]);
      addFields(part, model.name, model.schema, 0);
    }
    this.models.set(reference, part);
    return part;
  }
}

/** The lines of a schema, and the models that it refers to. */
interface Part {
  readonly lines: [name: string, words: string][];
  readonly references: Set<string>;
}

function emptyPart(): Part {
  return { lines: [], references: new Set() };
}

function partOfContents(of: string, contents: readonly MediaTypeDetails[]): Part {
  const part = emptyPart();
  for (const { mediaType, schema } of contents) {
    if (schema === null) continue;
    part.lines.push([`${of} ${mediaType}`, describeField(schema, false)]);
    addFields(part, `${of} ${mediaType}`, schema, 0);
  }
  return part;
}

function addFields(part: Part, of: string, schema: SchemaView, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (schema.reference !== null) {
    part.references.add(schema.reference);
    return;
  }
  for (const { name, required, schema: inner } of schema.properties) {
    part.lines.push([`${of}.${name}`, describeField(inner, required)]);
    addFields(part, `${of}.${name}`, inner, depth + 1);
  }
  if (schema.items) addFields(part, `${of}[]`, schema.items, depth + 1);
  if (typeof schema.others !== 'string') addFields(part, `${of}.*`, schema.others, depth + 1);
  for (const inner of [...schema.allOf, ...(schema.choice?.options ?? [])])
    addFields(part, of, inner, depth + 1);
}

function describeScopes({ scopes }: OperationDetails): string {
  return scopes.map((way) => way.join(' and ')).join(', or ') || 'none';
}
