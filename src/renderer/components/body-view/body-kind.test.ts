import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../shared/exchange';
import { bodyKind, formFields } from './body-kind';

const text = (content: string): Body => ({
  kind: 'text',
  text: content,
  bytes: content.length,
  bodyId: null,
});
const stored = (encoding: 'utf-8' | 'binary'): Body => ({
  kind: 'stored',
  bodyId: 'b',
  bytes: 9,
  encoding,
  complete: true,
});

describe('bodyKind', () => {
  it.each<[Body, string | null, string]>([
    [{ kind: 'none' }, 'application/json', 'none'],
    [text(''), 'application/json', 'none'],
    [text('{'), 'application/json; charset=utf-8', 'json'],
    [text('{}'), 'application/problem+json', 'json'],
    [text(' [1]\n'), null, 'json'],
    [text('{"a":1}'), 'text/plain', 'json'],
    [text('{{CARD_NUMBER_1}}'), null, 'json'],
    [text('{ not closed'), null, 'text'],
    [text('<p>{}</p>'), 'text/html', 'text'],
    [text('{}'), 'text/html', 'text'],
    [text('<a/>'), 'application/xml', 'text'],
    [text('a=1&b=2'), 'application/x-www-form-urlencoded', 'form'],
    [text(`a=${'x'.repeat(200_000)}`), 'application/x-www-form-urlencoded', 'text'],
    [stored('binary'), 'application/json', 'binary'],
    [stored('utf-8'), 'application/json', 'json'],
    [stored('utf-8'), null, 'text'],
  ])('%j as %s is %s', (body, contentType, kind) => {
    expect(bodyKind(body, contentType)).toBe(kind);
  });
});

describe('formFields', () => {
  it('reads what URLSearchParams writes, repeated names and all', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (fields) => {
        expect(formFields(new URLSearchParams(fields).toString())).toEqual(fields);
      }),
    );
  });
});
