import type { ChangedOperation, DocumentChanges } from '@shared/documents/document-changes';
import { describeField } from '@shared/documents/describe-schema';
import type { OperationSummary } from '@shared/documents/document-summary';
import type { MediaTypeDetails, OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import type { OpenDocument } from './open-document';

/** What is told of one operation; and how deep models within models are looked into. */
const MAX_CHANGES = 30;
const MAX_DEPTH = 12;

/** A line for each thing that a document says, by what it is about: `query parameter limit` -> `whole number, …`. */
type Facts = ReadonlyMap<string, string>;

export function compareDocuments(before: OpenDocument, after: OpenDocument): DocumentChanges {
  const [old, fresh] = [before.byPlace(), after.byPlace()];
  const added = [...fresh].filter(([place]) => !old.has(place)).map(([, operation]) => operation);
  const removed = [...old].filter(([place]) => !fresh.has(place)).map(([, operation]) => operation);
  const changed: ChangedOperation[] = [];
  let unchanged = 0;
  for (const [place, operation] of fresh) {
    const earlier = old.get(place);
    if (earlier === undefined) continue;
    const changes = compareFacts(factsOf(before, earlier), factsOf(after, operation));
    if (changes.length === 0) unchanged += 1;
    else changed.push({ operation, changes });
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

function factsOf(document: OpenDocument, { id }: OperationSummary): Facts {
  const facts = new Map<string, string>();
  const details = document.operation(id);
  if (details === null) return facts;
  facts.set('operationId', id);
  facts.set('summary', details.summary ?? 'none');
  facts.set('deprecated', details.deprecated ? 'yes' : 'no');
  facts.set('scopes', describeScopes(details));
  for (const { place, name, required, schema } of details.parameters)
    facts.set(`${place} parameter ${name}`, describeField(schema, required));
  const walk = new ModelWalk(document, facts);
  if (details.body) {
    facts.set('body', details.body.required ? 'required' : 'may be left out');
    walk.contents('body', details.body.contents);
  }
  for (const { status, contents } of details.answers) {
    facts.set(`answer ${status}`, contents.map(({ mediaType }) => mediaType).join(', ') || 'no body');
    walk.contents(`answer ${status}`, contents);
  }
  return facts;
}

function describeScopes({ scopes }: OperationDetails): string {
  return scopes.map((way) => way.join(' and ')).join(', or ') || 'none';
}

/** Collects a line for each field of the models that an operation uses, each model once. */
class ModelWalk {
  private readonly seen = new Set<string>();

  constructor(
    private readonly document: OpenDocument,
    private readonly facts: Map<string, string>,
  ) {}

  contents(of: string, contents: readonly MediaTypeDetails[]): void {
    for (const { mediaType, schema } of contents) {
      if (schema === null) continue;
      this.facts.set(`${of} ${mediaType}`, describeField(schema, false));
      this.fields(`${of} ${mediaType}`, schema, 0);
    }
  }

  private fields(of: string, schema: SchemaView, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (schema.reference !== null) {
      if (this.seen.has(schema.reference)) return;
      this.seen.add(schema.reference);
      const model = this.document.model(schema.reference);
      if (model === null) return;
      this.facts.set(model.name, describeField(model.schema, false));
      this.fields(model.name, model.schema, depth + 1);
      return;
    }
    for (const { name, required, schema: inner } of schema.properties) {
      this.facts.set(`${of}.${name}`, describeField(inner, required));
      this.fields(`${of}.${name}`, inner, depth + 1);
    }
    if (schema.items) this.fields(`${of}[]`, schema.items, depth + 1);
    if (typeof schema.others !== 'string') this.fields(`${of}.*`, schema.others, depth + 1);
    for (const part of [...schema.allOf, ...(schema.choice?.options ?? [])]) this.fields(of, part, depth + 1);
  }
}
