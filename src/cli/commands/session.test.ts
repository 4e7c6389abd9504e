import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { unaskedLine } from '@shared/history/session-outcome';
import { EXIT } from '../exit-codes';
import type { Format } from '../formats';
import { Output } from '../output';
import type { CommandContext } from './command';
import { lookUp } from './session';

const ids = ['1', '2', '3', '4'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const COUNTS = [null, 0, 1_200, 58_503];

async function written(format: Format): Promise<string> {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const lines = ids.map((id, at) => ({
    ...unaskedLine(id, 'waiting'),
    outcome: 'found',
    findings: COUNTS[at],
  }));
  const context = {
    app: { ask: () => Promise.resolve(lines), events: { on: vi.fn() } },
    format,
    output,
    say: vi.fn(),
    showRequest: false,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  expect(await lookUp(ids)(context)).toBe(EXIT.done);
  await output.close();
  return String(stdout.read());
}

it('never gives the number at which a check may have stopped for the number of findings', async () => {
  const csv = await written('csv');
  expect(csv).toContain(',1200,');
  expect(csv).toContain(',"5,000+",');
  expect(await written('text')).toContain('5,000+');
  const rows = JSON.parse(await written('json')) as { findings: unknown }[];
  expect(rows.map(({ findings }) => findings)).toEqual([null, 0, 1_200, '5,000+']);
});
