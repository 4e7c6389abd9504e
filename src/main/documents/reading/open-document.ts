import type { OperationSummary } from '@shared/documents/document-summary';
import type { ModelView, OperationDetails } from '@shared/documents/operation-details';
import { findReferenced, nameOfReference, type JsonObject } from './raw-document';
import { findOperations, type FoundOperation } from './read-content';
import { readOperation } from './read-operation';
import { SchemaReader } from './read-schema';

/** A document that was read: its operations and models are looked at one by one, as they are asked for. */
export class OpenDocument {
  private readonly operations: ReadonlyMap<string, FoundOperation>;

  constructor(
    private readonly id: string,
    readonly raw: JsonObject,
  ) {
    this.operations = new Map(findOperations(raw).operations.map((operation) => [operation.id, operation]));
  }

  /** The operations by method and path, which stay when ids change. */
  byPlace(): ReadonlyMap<string, OperationSummary> {
    return new Map(
      [...this.operations.values()].map(({ id, method, path, summary, deprecated }) => [
        `${method} ${path}`,
        { id, method, path, summary, deprecated },
      ]),
    );
  }

  /** Null when there is none of this id. */
  operation(operationId: string): OperationDetails | null {
    const found = this.operations.get(operationId);
    return found === undefined ? null : readOperation(this.raw, this.id, found);
  }

  /** @param reference `#/components/schemas/X`. Null when it leads nowhere. */
  model(reference: string): ModelView | null {
    const schema = findReferenced(this.raw, reference);
    return schema === undefined
      ? null
      : { reference, name: nameOfReference(reference), schema: new SchemaReader().read(schema) };
  }
}
