import { z } from 'zod';

/** A place in a document. */
const placeSchema = z
  .object({
    /** A JSON pointer; empty for the whole document, or for text that could not be read. */
    pointer: z.string(),
    /** Position in the text as the person added it, from 1; null if unknown. */
    line: z.number().int().positive().nullable(),
    column: z.number().int().positive().nullable(),
  })
  .readonly();

/** Something wrong in a document, as a sentence. The rest of the document works. */
const documentProblemSchema = z.object({ message: z.string(), place: placeSchema }).readonly();

const operationSummarySchema = z
  .object({
    /** The document's `operationId`; `GET /path` if there is none, or if two are the same. */
    id: z.string(),
    /** In upper case. */
    method: z.string(),
    /** The template: `/buyers/{buyer_id}`. */
    path: z.string(),
    summary: z.string().nullable(),
    deprecated: z.boolean(),
  })
  .readonly();

/** A tag of the document with its operations; there are none if the tag is only named. */
const areaSchema = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    /** False for a tag of our own (`x-our-reading`), and for "Other operations". */
    counted: z.boolean(),
    operations: z.array(operationSummarySchema).readonly(),
  })
  .readonly();

const where = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in') }).readonly(),
  z.object({ kind: z.literal('file'), name: z.string() }).readonly(),
  z.object({ kind: z.literal('pasted') }).readonly(),
]);

/**
 * What was read from a text as an OpenAPI document: enough for the tree. An operation is in the area of its first
 * tag.
 */
export const documentContentSchema = z
  .object({
    title: z.string(),
    /** The version of the API. */
    version: z.string(),
    /** As written in the document: `3.1.0`. */
    openapi: z.string(),
    /** The addresses that its paths are below, with the usual values of their variables. */
    servers: z.array(z.string()).readonly(),
    problems: z.array(documentProblemSchema).readonly(),
    /** How many there are: `problems` may hold only the first ones. */
    problemCount: z.number().int(),
    areas: z.array(areaSchema).readonly(),
  })
  .readonly();

export type DocumentPlace = z.infer<typeof placeSchema>;
export type DocumentProblem = z.infer<typeof documentProblemSchema>;
export type OperationSummary = z.infer<typeof operationSummarySchema>;
export type DocumentArea = z.infer<typeof areaSchema>;
export type DocumentContent = z.infer<typeof documentContentSchema>;
export type DocumentSource = z.infer<typeof where>;
export const documentSourceSchema: z.ZodType<DocumentSource> = where;
