import { describe, expect, it } from 'vitest';
import type { Body } from '@shared/http/exchange';
import { bodyFormat, formFields } from './body-format';

const text = (content: string): Body => ({
  kind: 'text',
  text: content,
  bytes: content.length,
  bodyId: null,
});
const stored = (encoding: 'utf-8' | 'binary'): Body => ({
  kind: 'stored',
  bodyId: 'b',
  bytes: 5_000_000,
  encoding,
  complete: true,
});

describe('bodyFormat', () => {
  it.each<[string | null, Body, string]>([
    ['application/json; charset=utf-8', text('{}'), 'JSON'],
    ['application/problem+json', text('{}'), 'JSON'],
    ['text/xml', text('<a/>'), 'XML'],
    ['application/soap+xml', text('<a/>'), 'XML'],
    ['application/x-www-form-urlencoded', text('a=1'), 'form'],
    ['text/html', text('<h1>x</h1>'), 'HTML, shown as text'],
    ['text/plain', text('{}'), 'text'],
    ['application/json', stored('utf-8'), 'JSON'],
    ['application/json', stored('binary'), 'binary'],
    ['application/octet-stream', stored('binary'), 'binary'],
    ['application/octet-stream', text('{"a":1}'), 'looks like JSON'],
    [null, text('  [1]'), 'looks like JSON'],
    [null, text('<!DOCTYPE html><p>'), 'looks like HTML, shown as text'],
    [null, text('<a/>'), 'looks like XML'],
    [null, text('hello'), 'looks like text'],
    [null, stored('utf-8'), 'looks like text'],
    ['application/json', { kind: 'none' }, 'no body'],
  ])('%s', (contentType, body, words) => expect(bodyFormat(contentType, body).words).toBe(words));
});

describe('formFields', () => {
  it('decodes the fields in order, including repeated ones', () => {
    expect(formFields('a=1+2&b=%C3%A9&a=&=x')).toEqual([
      ['a', '1 2'],
      ['b', 'é'],
      ['a', ''],
      ['', 'x'],
    ]);
  });
  it('returns null for a very long form', () => expect(formFields('a'.repeat(100_001))).toBeNull());
});
