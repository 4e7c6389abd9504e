import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { runFolder } from './run';

const DONE = { kind: 'done', exchangeId: 'e', answer: null, why: null, ms: 3, results: [] };

/** Of the folder Cards, in JSON. */
async function reportOf(steps: readonly (readonly [name: string, step: object])[]) {
  const answers: Readonly<Record<string, unknown>> = {
    listSavedRequests: steps.map(([name], id) => ({ id: String(id), folder: 'Cards', name })),
    runSavedRequests: steps.map(([, step], id) => ({ requestId: String(id), step })),
  };
  const said: string[] = [];
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const context = {
    app: { ask: (name: string) => Promise.resolve(answers[name]), events: new EventEmitter() },
    format: 'json',
    output,
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  const code = await runFolder('Cards', [])(context);
  await output.close();
  return { code, rows: JSON.parse(String(stdout.read())) as unknown, said: said.join('\n') };
}

it('says in the row of a request why it was not answered', async () => {
  const why = 'The connection was refused';
  const { code, rows } = await reportOf([['Charge', { ...DONE, why, mayHaveArrived: false }]]);
  expect(code).toBe(EXIT.failed);
  expect(rows).toMatchObject([{ request: 'Charge', answer: 'Not sent', why }]);
});

it.each([
  ['is not what was expected', []],
  ['was expected', [{ expectation: { kind: 'status', status: 502 }, met: true, found: '502' }]],
])(
  'tells of each request that it was not sent where the outcome of one before it is unknown, also where its answer %s',
  async (_how, results) => {
    const unknown = { ...DONE, answer: '502 Bad Gateway', mayHaveArrived: true, results };
    const { code, rows, said } = await reportOf([
      ['Charge', unknown],
      ['Refund', { kind: 'stopped' }],
    ]);
    expect(code).toBe(EXIT.unknown);
    expect(rows).toMatchObject([
      { request: 'Charge' },
      {
        request: 'Refund',
        result: 'not run',
        answer: null,
        why: expect.stringMatching(/^The run stopped before it: nobody knows/),
      },
    ]);
    expect(said).toContain('The run stopped: 1 request of it was not sent.');
  },
);
