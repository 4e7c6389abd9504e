import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, type TextEdit } from '@shared/text/text-edits';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { fieldsOf } from '@shared/vault-forward/draft';
import { BodyDesk, type BodyPort } from './body-desk';
import type { BodyAnswer, BodyQuestion } from './messages';
import { BodyServer } from './serve-body';

const fields = fieldsOf(draftWith({}));
const about = { fields, own: [], environment: 'sandbox' as const };

/** The worker's own code, in this thread; `questions` are those it got. */
function startHere(questions: BodyQuestion[] = []): () => BodyPort {
  const server = new BodyServer();
  let listener: (event: { data: BodyAnswer }) => void = () => undefined;
  return () => ({
    postMessage: (question) => {
      questions.push(question);
      queueMicrotask(() => listener({ data: server.answer(question) }));
    },
    addEventListener: (_type, added) => (listener = added),
  });
}

describe('BodyDesk', () => {
  it('asks about the body as it is, however it came about', async () => {
    const edit = fc.record({
      from: fc.nat(30),
      to: fc.nat(30),
      insert: fc.constantFrom('é', '{', '"a"', ' '),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('one', 'other'), fc.array(edit))), async (steps) => {
        const desk = new BodyDesk(startHere());
        const bodies: Record<string, string> = { one: '{}', other: '' };
        for (const [id, edits] of steps) {
          const fitting = edits.flatMap(({ from, to, insert }): TextEdit[] => {
            const body = bodies[id] ?? '';
            const at = Math.min(from, body.length);
            const done = { from: at, to: Math.max(at, Math.min(to, body.length)), insert };
            bodies[id] = applyEdits(body, [done]) ?? '';
            return [done];
          });
          desk.note(id, fitting);
          const body = bodies[id] ?? '';
          const { bytes } = await desk.ask('check', { id, text: () => body }, about);
          expect(bytes).toBe(new TextEncoder().encode(body).length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('does not send a body twice', async () => {
    const questions: BodyQuestion[] = [];
    const desk = new BodyDesk(startHere(questions));
    await desk.ask('check', { id: 'a', text: () => 'whole' }, about);
    desk.note('a', [{ from: 0, to: 1, insert: 'W' }]);
    await desk.ask('check', { id: 'a', text: () => 'Whole' }, about);
    await desk.ask('rewrite', { id: 'a', text: () => 'Whole' }, { how: 'format' });
    expect(questions.map(({ body }) => body)).toEqual([
      { whole: 'whole' },
      { edits: [{ from: 0, to: 1, insert: 'W' }] },
      { edits: [] },
    ]);
  });

  it('begins anew with the whole body after edits that did not fit', async () => {
    const desk = new BodyDesk(startHere());
    await desk.ask('check', { id: 'a', text: () => 'x' }, about);
    desk.note('a', [{ from: 5, to: 9, insert: '' }]);
    await expect(desk.ask('check', { id: 'a', text: () => 'y' }, about)).rejects.toThrow('do not fit');
    expect(await desk.ask('check', { id: 'a', text: () => 'yes' }, about)).toMatchObject({ bytes: 3 });
  });

  it('answers with findings, previews and other layouts', async () => {
    const desk = new BodyDesk(startHere());
    const body = { id: 'a', text: () => '{"n": "{{CARD_NUMBER_2}}", "card": "4111111111111111"}' };
    const { findings } = await desk.ask('check', body, about);
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'placeholder-beyond error',
      'payment-method-unused warning',
      'card-number warning',
    ]);
    const production = await desk.ask('check', body, { ...about, environment: 'production' });
    expect(production.findings.at(-1)).toMatchObject({ code: 'card-number', severity: 'error' });
    expect(await desk.ask('preview', body, { fields, own: [] })).toMatchObject({ samples: [{ offset: 7 }] });
    expect(await desk.ask('rewrite', body, { how: 'minify' })).not.toContain(' ');
  });

  it('sends a limited number of findings, whatever the body', async () => {
    const desk = new BodyDesk(startHere());
    const text = `[${'"{{CARD_NUMBER_9}}",'.repeat(20_000)}1]`;
    const { findings } = await desk.ask('check', { id: 'a', text: () => text }, about);
    expect(findings.length).toBeLessThan(120);
  });
});
