import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { runFolder } from './run';

it('says in the row of a request why it was not answered', async () => {
  const why = 'The connection was refused';
  const step = {
    kind: 'done',
    exchangeId: 'e',
    answer: null,
    why,
    mayHaveArrived: false,
    ms: 3,
    results: [],
  };
  const answers: Readonly<Record<string, unknown>> = {
    listSavedRequests: [{ id: '1', folder: 'Cards', name: 'Charge' }],
    runSavedRequests: [{ requestId: '1', step }],
  };
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const context = {
    app: { ask: (name: string) => Promise.resolve(answers[name]), events: new EventEmitter() },
    format: 'json',
    output,
    say: () => undefined,
  } as unknown as CommandContext;
  expect(await runFolder('Cards', [])(context)).toBe(EXIT.failed);
  await output.close();
  expect(JSON.parse(String(stdout.read()))).toMatchObject([{ request: 'Charge', answer: 'Not sent', why }]);
});
