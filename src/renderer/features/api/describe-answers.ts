import { describeType } from '@shared/documents/describe-schema';
import type { AnswerDetails, MediaTypeDetails, OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';

/** The name of an answer: its error codes, or else the type of its body. */
export function describeAnswer({ codes, contents }: AnswerDetails): string {
  if (codes.length > 0) return codes.join(', ');
  if (contents.length === 0) return 'empty body';
  const [first] = contents.flatMap(({ schema }) => (schema === null ? [] : [describeType(schema)]));
  if (first !== undefined && first !== 'anything') return first;
  return contents.map(({ mediaType }) => (mediaType === '*/*' ? 'any body' : mediaType)).join(', ');
}

export interface ShownModel {
  readonly title: string;
  /** Where it is used: "Answers 400, 401". */
  readonly where: string;
  readonly schema: SchemaView;
  readonly opens: boolean;
}

/**
 * The models of an operation, each once: the body's, then those of the answers; only the models of successful answers
 * are open at first.
 */
export function modelsOf({ body, answers }: OperationDetails): readonly ShownModel[] {
  const models = new Map<string, ShownModel>();
  const take = (contents: readonly MediaTypeDetails[], where: string, opens: boolean): void => {
    for (const { mediaType, schema } of contents) {
      if (schema === null || describeType(schema) === 'anything') continue;
      const title = schema.reference === null ? `${where}: ${mediaType}` : describeType(schema);
      const known = models.get(schema.reference ?? title);
      const both = known === undefined ? where : `${known.where}, ${where}`;
      models.set(schema.reference ?? title, {
        title,
        where: both,
        schema,
        opens: opens || known?.opens === true,
      });
    }
  };
  take(body?.contents ?? [], 'Request body', true);
  for (const { status, contents } of answers) take(contents, `Answer ${status}`, /^2/.test(status));
  return [...models.values()];
}
