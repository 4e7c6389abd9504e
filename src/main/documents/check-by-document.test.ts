import { expect, it } from 'vitest';
import type { DocumentCheck } from '@shared/documents/document-check';
import { ProblemError } from '@shared/problem';
import { notChecked, type WholeBody } from '../sending/check-response-body';
import { checkByDocument } from './check-by-document';

const ANSWER = { status: 200, contentType: 'application/json' };
const asked: unknown[][] = [];
const by = (check: DocumentCheck | Error) =>
  checkByDocument(
    {
      check: (...about) => {
        asked.push(about);
        return check instanceof Error ? Promise.reject(check) : Promise.resolve(check);
      },
    },
    {
      async *stream(bodyId) {
        const bytes = Buffer.from(`{"of":"${bodyId}","euro":"€"}`);
        // One byte at a time, so that characters span two pieces.
        for (const byte of bytes) yield await Promise.resolve(Buffer.from([byte]));
      },
    },
  );
const textBody = (text: string): WholeBody => ({ kind: 'text', text, bytes: text.length, bodyId: null });
const CHECKED: DocumentCheck = { kind: 'checked', findings: [], moreFindings: 0 };

it("asks the document of the operation, even if the operation's name contains the separator", async () => {
  await by(CHECKED)('doc#GET /a#b', ANSWER, textBody('{}'));
  expect(asked.at(-1)).toEqual(['doc', 'GET /a#b', { kind: 'response', ...ANSWER }, '{}']);
});

it('returns the findings, and how many more there were', async () => {
  const finding = {
    pointer: '/a',
    rule: 'other',
    severity: 'error',
    message: 'No.',
    value: null,
    expected: '',
  } as const;
  const found = await by({ kind: 'checked', findings: [finding], moreFindings: 2 })(
    'doc#op',
    ANSWER,
    textBody('{}'),
  );
  expect(found).toEqual({ check: { kind: 'checked' }, findings: [finding], moreFindings: 2 });
});

it.each([
  ['no-schema', 'no-shape'],
  ['not-json', 'no-shape'],
  ['took-too-long', 'took-too-long'],
  ['schema-unusable', 'failed'],
  ['failed', 'failed'],
] as const)('reports a check that ended as %s as %s', async (why, said) => {
  expect(await by({ kind: 'not-checked', why, detail: null })('doc#op', ANSWER, textBody('{}'))).toEqual(
    notChecked(said),
  );
});

it('reports that nothing describes the answer if the document is gone, and passes on any other failure', async () => {
  const gone = new ProblemError({ code: 'x', title: '', meaning: '', nextStep: '', detail: null });
  expect(await by(gone)('doc#op', ANSWER, textBody('{}'))).toEqual(notChecked('no-shape'));
  await expect(by(new Error('broken'))('doc#op', ANSWER, textBody('{}'))).rejects.toThrow('broken');
});

it('reads a stored answer whole, but does not check one that is too large', async () => {
  const stored = { kind: 'stored', bodyId: 'b1', bytes: 30, encoding: 'utf-8', complete: true } as const;
  await by(CHECKED)('doc#op', ANSWER, stored);
  expect(asked.at(-1)?.[3]).toBe('{"of":"b1","euro":"€"}');
  expect(await by(CHECKED)('doc#op', ANSWER, { ...stored, bytes: 20_000_001 })).toEqual(
    notChecked('too-large'),
  );
});
