import type { CheckedPart, DocumentCheck, DocumentExample } from '@shared/documents/document-check';
import { PATH_PLACE } from '@shared/requests/operation-key';
import type { OperationSummary } from '@shared/documents/document-summary';
import type { ModelView, OperationDetails } from '@shared/documents/operation-details';
import { checkPart, startingBodies } from './check-part';
import { SchemaChecker } from './schema-checker';
import { findReferenced, nameOfReference, type JsonObject } from './raw-document';
import { findOperations, type FoundOperation } from './read-content';
import { readOperation } from './read-operation';
import { SchemaReader } from './read-schema';

/** A document that has been read. Its operations and models are read one by one, when they are asked for. */
export class OpenDocument {
  private readonly operations: ReadonlyMap<string, FoundOperation>;
  private readonly checker: SchemaChecker;

  constructor(
    private readonly id: string,
    readonly raw: JsonObject,
  ) {
    this.checker = new SchemaChecker(raw);
    this.operations = new Map(findOperations(raw).operations.map((operation) => [operation.id, operation]));
  }

  /** The operations by method and path, which stay the same when ids change. */
  byPlace(): ReadonlyMap<string, OperationSummary> {
    const places = new Map<string, OperationSummary>();
    for (const { id, method, path, summary, deprecated } of this.operations.values()) {
      const place = `${method} ${path.replace(PATH_PLACE, '{}')}`;
      // Paths that differ only in their parameter names make a document invalid, but such documents exist.
      places.set(places.has(place) ? `${method} ${path}` : place, { id, method, path, summary, deprecated });
    }
    return places;
  }

  /** Null when there is no operation with this id. */
  operation(operationId: string): OperationDetails | null {
    const found = this.operations.get(operationId);
    return found === undefined ? null : readOperation(this.raw, this.id, found);
  }

  /** Null when there is no such operation. @param text of the body. */
  check(operationId: string, part: CheckedPart, text: string): DocumentCheck | null {
    const found = this.operations.get(operationId);
    return found === undefined ? null : checkPart(this.raw, found, this.checker, part, text);
  }

  /** Empty when there is no such operation, or nothing to make an example from. */
  examples(operationId: string, mediaType: string): readonly DocumentExample[] {
    const found = this.operations.get(operationId);
    return found === undefined ? [] : startingBodies(this.raw, found, this.checker, mediaType);
  }

  /**
   * Null when the reference leads nowhere.
   * @param reference `#/components/schemas/X`.
   */
  model(reference: string): ModelView | null {
    const schema = findReferenced(this.raw, reference);
    return schema === undefined
      ? null
      : { reference, name: nameOfReference(reference), schema: new SchemaReader().read(schema) };
  }
}
