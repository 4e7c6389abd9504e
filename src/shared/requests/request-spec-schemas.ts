import { z } from 'zod';
import { secretIdOf } from '../secrets/secret-reference';
import { contractOperationSchema, ownOperationSchema, targetSchema } from './operation-key-schemas';

const MAX_TEXT_LENGTH = 1_000_000;
const text = z.string().max(MAX_TEXT_LENGTH);

const headerSchema = z
  .object({
    name: text,
    /** For a secret header: a `secretReference`, nothing (it must be entered), or what the person has just typed. */
    value: text,
    secret: z.boolean(),
  })
  .readonly();

const parts = {
  version: z.literal(1),
  /** By parameter name of the path template; not encoded. */
  pathParameters: z.record(text, text).readonly(),
  /** In the order in which it is sent; not encoded. Without a value, a name is sent alone, with no `=`. */
  query: z.array(z.tuple([text, text.nullable()]).readonly()).readonly(),
  /**
   * The operation's own headers, in the order in which they are sent; authorization and merchant account come from
   * the profile.
   */
  headers: z.array(headerSchema).readonly(),
  /** Sent as UTF-8; null for none. */
  body: z.string().nullable(),
};

const current = z.union([
  z.object({ ...parts, operation: contractOperationSchema, target: z.undefined().optional() }).readonly(),
  z.object({ ...parts, operation: ownOperationSchema, target: targetSchema }).readonly(),
]);

/**
 * A request as data: what is asked of the service, without the profile under which it is sent. Everything that is
 * sent, saved, kept in the history or written to files is one of these. Source: specification, Endpoints.
 */
export type RequestSpec = z.infer<typeof current>;
export type SpecHeader = z.infer<typeof headerSchema>;
export type QueryPair = RequestSpec['query'][number];

/** At the bridge: values of secret headers may still be as typed. */
export const requestSpecSchema: z.ZodType<RequestSpec, RequestSpec> = current;

/** On disk: a secret is a reference or absent. */
export const keptSpecSchema: z.ZodType<RequestSpec, RequestSpec> = current.refine(
  ({ headers }) => headers.every(isReference),
  'a secret is written out',
);

/**
 * Checks that a request of this type may go to disk; throws if a secret is written out. It does what its schema does,
 * which would take longer than everything else about storing a short one.
 */
export function toKeptSpec(request: RequestSpec): RequestSpec {
  const { target, pathParameters, query, headers } = request;
  const texts = [Object.entries(pathParameters), query, headers.map(({ name, value }) => [name, value])].flat(
    2,
  );
  const isShort = texts.join('').length + (target?.path.length ?? 0) <= MAX_TEXT_LENGTH;
  return isShort && headers.every(isReference) ? request : keptSpecSchema.parse(request);
}

function isReference({ value, secret }: SpecHeader): boolean {
  return !secret || value === '' || secretIdOf(value) !== null;
}
