import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, type TextEdit } from '@shared/text/text-edits';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { fieldsOf } from '@shared/vault-forward/draft';
import type { WorkerConnection } from '@renderer/components/worker-rpc';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { BodyWorkerClient } from './body-worker-client';
import type { BodyDelta, Rewriting } from './messages';
import { serveBody } from './serve-body';

const fields = fieldsOf(draftWith({}));
const about = {
  fields,
  own: [],
  environment: 'sandbox' as const,
  values: { host: 'psp.example', 'order.id': '7' },
};

/** Runs the worker's code in this thread; `bodies` collects the bodies sent with its questions. */
function startHere(bodies: BodyDelta[] = []): () => WorkerConnection {
  return () => {
    const worker = new (workerHere(serveBody))();
    return {
      end: {
        postMessage: (message: { readonly argument: { readonly body: BodyDelta } }, options) => {
          bodies.push(message.argument.body);
          worker.postMessage(message, options);
        },
        addEventListener: worker.addEventListener.bind(worker),
      },
      close: () => worker.terminate(),
    };
  };
}

describe('BodyWorkerClient', () => {
  it('checks the current body, whatever edits led to it', async () => {
    const edit = fc.record({
      from: fc.nat(30),
      to: fc.nat(30),
      insert: fc.constantFrom('é', '{', '"a"', ' '),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('one', 'other'), fc.array(edit))), async (steps) => {
        const worker = new BodyWorkerClient(startHere());
        const bodies: Record<string, string> = { one: '{}', other: '' };
        for (const [id, edits] of steps) {
          const fitting = edits.flatMap(({ from, to, insert }): TextEdit[] => {
            const body = bodies[id] ?? '';
            const at = Math.min(from, body.length);
            const done = { from: at, to: Math.max(at, Math.min(to, body.length)), insert };
            bodies[id] = applyEdits(body, [done]) ?? '';
            return [done];
          });
          worker.note(id, fitting);
          const body = bodies[id] ?? '';
          const { bytes } = await worker.ask('check', { id, text: () => body }, about);
          expect(bytes).toBe(new TextEncoder().encode(body).length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('does not send a body twice', async () => {
    const bodies: BodyDelta[] = [];
    const worker = new BodyWorkerClient(startHere(bodies));
    await worker.ask('check', { id: 'a', text: () => 'whole' }, about);
    worker.note('a', [{ from: 0, to: 1, insert: 'W' }]);
    await worker.ask('check', { id: 'a', text: () => 'Whole' }, about);
    await worker.rewrite({ id: 'a', text: () => 'Whole' }, 'format', 0);
    expect(bodies).toEqual([{ whole: 'whole' }, { edits: [{ from: 0, to: 1, insert: 'W' }] }, { edits: [] }]);
  });

  it('does not send back a layout from the worker, and does not confuse two layouts', async () => {
    const bodies: BodyDelta[] = [];
    const worker = new BodyWorkerClient(startHere(bodies));
    let body = '[1,  2]';
    const asked = { id: 'a', text: () => body };
    const put = (insert: string): void => {
      worker.note('a', [{ from: 0, to: body.length, insert }]);
      body = insert;
    };
    const bytes = async () => (await worker.ask('check', asked, about)).bytes;
    const rewrite = async (how: Rewriting) => {
      const answer = await worker.rewrite(asked, how, 0);
      if (answer === null || answer === 'same') throw new Error('nothing was laid out anew');
      return answer.text;
    };
    const formatted = await rewrite('format');
    put(formatted);
    expect(await bytes()).toBe(formatted.length);
    expect(bodies.at(-1)).toEqual({ edits: [{ from: 0, to: 7, insert: null }] });
    expect(await worker.rewrite(asked, 'format', 0)).toBe('same');

    // The next rewrite is requested before the first one is inserted.
    const minified = await rewrite('minify');
    const again = worker.rewrite(asked, 'minify', 0);
    put(minified);
    await again;
    put(`${body} `);
    expect(await bytes()).toBe(minified.length + 1);
  });

  it('sends the whole body again after edits that did not fit', async () => {
    const worker = new BodyWorkerClient(startHere());
    await worker.ask('check', { id: 'a', text: () => 'x' }, about);
    worker.note('a', [{ from: 5, to: 9, insert: '' }]);
    await expect(worker.ask('check', { id: 'a', text: () => 'y' }, about)).rejects.toThrow('do not fit');
    expect(await worker.ask('check', { id: 'a', text: () => 'yes' }, about)).toMatchObject({ bytes: 3 });
  });

  it('starts another worker after one that broke, and sends it the whole body', async () => {
    const bodies: BodyDelta[] = [];
    const breaks: (() => void)[] = [];
    const worker = new BodyWorkerClient(() => {
      const connection = startHere(bodies)();
      const end = {
        postMessage: connection.end.postMessage,
        addEventListener: (type: 'message' | 'error', listener: (event: MessageEvent) => void) => {
          if (type === 'error') breaks.push(() => listener(new MessageEvent('error')));
          connection.end.addEventListener(type, listener);
        },
      };
      return { end, close: connection.close };
    });
    const body = { id: 'a', text: () => '[1,  2]' };
    const laidOut = await worker.rewrite(body, 'minify', 0);
    breaks[0]?.();
    // The new worker never had this text.
    worker.note('a', [{ from: 0, to: 7, insert: '[1,2]' }]);
    expect(laidOut).toMatchObject({ text: '[1,2]' });
    const minified = { id: 'a', text: () => '[1,2]' };
    expect(await worker.ask('check', minified, about)).toMatchObject({ bytes: 5 });
    expect(bodies.at(-1)).toEqual({ whole: '[1,2]' });

    const asked = worker.ask('check', minified, about);
    breaks[1]?.();
    await expect(asked).rejects.toThrow('it broke');
    expect(await worker.ask('check', minified, about)).toMatchObject({ bytes: 5 });
  });

  it('answers with findings, previews and other layouts', async () => {
    const worker = new BodyWorkerClient(startHere());
    const body = { id: 'a', text: () => '{"n": "{{CARD_NUMBER_2}}", "card": "4111111111111111"}' };
    const { findings } = await worker.ask('check', body, about);
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'placeholder-beyond error',
      'payment-method-unused warning',
      'card-number warning',
    ]);
    const production = await worker.ask('check', body, { ...about, environment: 'production' });
    expect(production.findings.at(-1)).toMatchObject({ code: 'card-number', severity: 'error' });
    expect(await worker.ask('preview', body, { fields, own: [], values: {} })).toMatchObject({
      samples: [{ offset: 7 }],
    });
    expect(await worker.rewrite(body, 'minify', 5)).toEqual({
      text: body.text().replaceAll(' ', ''),
      cursor: 5,
    });
  });

  it('replaces variables in the size and the preview, and reports one without a value', async () => {
    const worker = new BodyWorkerClient(startHere());
    const body = {
      id: 'a',
      text: () => '{"n": "{{CARD_NUMBER_1}}", "h": "${host}", "i": ${order.id}, "j": ${none}}',
    };
    const { findings, bytes } = await worker.ask('check', body, about);
    expect(findings.map(({ code }) => code)).toEqual(['variable-missing']);
    expect(bytes).toBe(body.text().length - '${host}'.length - '${order.id}'.length + 'psp.example7'.length);
    const { text } = await worker.ask('preview', body, { fields, own: [], values: about.values });
    expect(text).toContain('"h": "psp.example", "i": 7, "j": ${none}');
  });

  it('limits the number of findings', async () => {
    const worker = new BodyWorkerClient(startHere());
    const text = `[${'"{{CARD_NUMBER_9}}",'.repeat(20_000)}1]`;
    const { findings } = await worker.ask('check', { id: 'a', text: () => text }, about);
    expect(findings.length).toBeLessThan(120);
  });
});
