import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { DocumentCheck } from '@shared/documents/document-check';
import { OpenDocument } from './open-document';

export const contract = new OpenDocument(
  'built-in',
  parse(readFileSync('src/contract/openapi.yaml', 'utf8')),
);
export const ok = (status = 200) => ({ kind: 'response', status, contentType: 'application/json' }) as const;

export const findings = (check: DocumentCheck | null) =>
  check?.kind === 'checked'
    ? check.findings.map(({ pointer, rule, severity }) => `${severity} ${rule} ${pointer}`)
    : check;

/** A document with one operation; its body and its answer have this schema. */
export const documentOf = (
  schema: unknown,
  { openapi = '3.1.0', example }: { openapi?: string; example?: unknown } = {},
) =>
  new OpenDocument('x', {
    openapi,
    paths: {
      '/a/{b}': {
        post: {
          operationId: 'a',
          requestBody: {
            content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
          },
          responses: { '2XX': { content: { 'application/*+json': {}, 'application/json': { schema } } } },
        },
      },
    },
  } as never);
export const check = (schema: unknown, value: unknown, openapi?: string) =>
  documentOf(schema, openapi ? { openapi } : {}).check('a', ok(201), JSON.stringify(value));
