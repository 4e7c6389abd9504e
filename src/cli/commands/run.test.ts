import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RunStep } from '@shared/bridge/saved-requests';
import { familyOfSaved, type SavedRequest } from '@shared/requests/saved-requests';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { UsageError } from '../usage-error';
import { runFolder } from './run';

type Given =
  | Partial<Extract<RunStep, { kind: 'done' }>>
  | Extract<RunStep, { kind: 'refused' }>
  | { readonly kind: 'stopped' };

const DONE = {
  kind: 'done',
  exchangeId: 'e',
  answer: '200 OK',
  why: null,
  wasSent: true,
  mayHaveArrived: false,
  ms: 3,
  results: [],
} as const;
const refused = (code: string): Given => ({
  kind: 'refused',
  problem: { code, title: 'No token here', meaning: 'Nothing was sent.', nextStep: 'Do that.', detail: null },
});

/** Runs requests that end with these steps. */
async function ranWith(...given: readonly Given[]) {
  const stdout = new PassThrough();
  const { code, said } = await ranInto(new Output(null, stdout), given);
  return { code, said, rows: JSON.parse(String(stdout.read())) as unknown };
}

async function ranInto(
  output: Output,
  given: readonly Given[],
  { wanted = 'Cards', liveFolders = [] }: { wanted?: string; liveFolders?: readonly object[] } = {},
) {
  const results = given.map((one, at) => ({ requestId: String(at), step: { ...DONE, ...one } }));
  const events = new EventEmitter();
  const ask = (name: string): unknown => {
    if (name === 'listSavedRequests')
      return Promise.resolve(
        results.map(({ requestId: id }) => ({ id, folder: 'Cards', name: `Charge ${id}` })),
      );
    if (name === 'describeLiveFolders') return Promise.resolve(liveFolders);
    for (const result of results) events.emit('savedRun', result);
    return Promise.resolve(results);
  };
  const said: string[] = [];
  const context = {
    app: { ask, events, unkeptSends: { told: () => Promise.resolve() } },
    format: 'json',
    output,
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  const code = await runFolder(wanted, [])(context);
  await output.close();
  return { code, said };
}

it('says in the row and on standard error why a request was not answered', async () => {
  const why = 'The connection was refused';
  const { code, rows, said } = await ranWith({ answer: null, wasSent: false, why });
  expect(code).toBe(EXIT.failed);
  expect(rows).toMatchObject([{ request: 'Charge 0', result: 'not sent', answer: 'Not sent', why }]);
  expect(said).toEqual([`Charge 0: not sent. ${why}`]);
});

it.each([
  ['of the folder', 'Cards', 'Cards', 'Refund.request.yaml'],
  ['of a folder inside it', 'Cards', 'Cards/Refunds', 'Refund.request.yaml'],
  ['of any folder, where all are run', '', 'Other', 'Refund.request.yaml'],
])(
  'sends nothing if a file %s cannot be read, and names the file and the reason',
  async (_of, wanted, folder, file) => {
    const broken = [{ folder, file, why: 'Line 3: this is no YAML.' }];
    const liveFolders = [{ name: folder.split('/')[0], path: '/team', problem: null, broken }];
    const ran = ranInto(new Output(null, new PassThrough()), [{}], { wanted, liveFolders });
    const said = '/team/Refund.request.yaml: Line 3: this is no YAML. Nothing was sent.';
    await expect(ran).rejects.toEqual(new UsageError(said));
  },
);

it('runs despite an unreadable file in another folder', async () => {
  const broken = [{ folder: 'Other', file: 'Refund.request.yaml', why: 'No YAML.' }];
  const liveFolders = [{ name: 'Other', path: '/team', problem: null, broken }];
  const { code } = await ranInto(new Output(null, new PassThrough()), [{}], { liveFolders });
  expect(code).toBe(EXIT.done);
});

it('sends none of the requests if a folder on disk is missing', async () => {
  const problem = { title: 'The folder is not there', meaning: '/team was moved.' };
  const liveFolders = [{ name: 'team', path: '/team', problem, broken: [] }];
  const ran = ranInto(new Output(null, new PassThrough()), [{}], { wanted: '', liveFolders });
  await expect(ran).rejects.toEqual(
    new UsageError('The folder is not there. /team was moved. Nothing was sent.'),
  );
});

it.each<[string, readonly Given[], number]>([
  ['a success', [{}], EXIT.done],
  ['another answer than is expected', [{ answer: '404 Not Found' }], EXIT.unmet],
  ['a refused token', [{ answer: '401 Unauthorized' }], EXIT.refused],
  ['a token that may not', [{ answer: '403 Forbidden' }, { answer: '500 Error' }], EXIT.refused],
  ['no token', [refused('no-credential')], EXIT.refused],
  ['a keychain that cannot be asked', [refused('keychain-locked'), {}], EXIT.failed],
  ['a read that was not answered', [{ answer: null }], EXIT.unknown],
  [
    'what may have been carried out',
    [refused('keychain-locked'), { answer: null, mayHaveArrived: true }],
    EXIT.unknown,
  ],
])('has the exit code of a single command after %s', async (_what, steps, end) => {
  expect((await ranWith(...steps)).code).toBe(end);
});

it('accepts a refused token if it is expected', async () => {
  const results = [{ expectation: { kind: 'status', status: 401 }, met: true, found: '401' }] as const;
  expect((await ranWith({ answer: '401 Unauthorized', results })).code).toBe(EXIT.done);
});

it('reports each refusal once with the next step, and what to do about a rejected token', async () => {
  const { said } = await ranWith(refused('no-credential'), refused('no-credential'), refused('other'), {
    answer: '401 Unauthorized',
  });
  expect(said).toEqual([
    'Charge 0: refused. No token here',
    'Charge 1: refused. No token here',
    'Charge 2: refused. No token here',
    'Charge 3: not as expected. a success (2xx): found 401 Unauthorized',
    'No token here. Nothing was sent.',
    expect.stringMatching(/^Give an access token: in PAYMENTS_EXPLORER_TOKEN/),
    'No token here. Nothing was sent.',
    'Do that.',
    expect.stringMatching(
      /^Where a 401 is the service’s own: give a fresh access token \(in PAYMENTS_EXPLORER_TOKEN/,
    ),
  ]);
});

it.each<[string, Extract<RunStep, { kind: 'done' }>['results']]>([
  ['is not what was expected', []],
  ['was expected', [{ expectation: { kind: 'status', status: 502 }, met: true, found: '502' }]],
])(
  'reports unsent requests after one with an unknown outcome, also if its answer %s',
  async (_how, results) => {
    const unknown = { answer: '502 Bad Gateway', mayHaveArrived: true, results };
    const { code, rows, said } = await ranWith(unknown, { kind: 'stopped' });
    expect(code).toBe(EXIT.unknown);
    expect(rows).toMatchObject([
      { request: 'Charge 0' },
      {
        request: 'Charge 1',
        result: 'not run',
        answer: null,
        why: expect.stringMatching(/^The run stopped before it: nobody knows/),
      },
    ]);
    expect(said.join('\n')).toContain('The run stopped: 1 request of it was not sent.');
  },
);

it('exits with the code for an unknown outcome if the report cannot be written', async () => {
  const full = new Error('ENOSPC');
  const output = Object.assign(new Output(null, new PassThrough()), { write: () => Promise.reject(full) });
  await expect(ranInto(output, [{ answer: null, mayHaveArrived: true }])).rejects.toMatchObject({
    code: EXIT.unknown,
    cause: full,
  });
});

it('reports a copied file by itself, although it has the id of the other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-'));
  for (const name of ['Charge', 'Copy']) {
    const head = `version: 2\nid: 8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55\nname: ${name}\n`;
    await writeFile(
      join(folder, `${name}.request.yaml`),
      `${head}request:\n  operation: free\n  target: POST /pay\n`,
    );
  }
  const families = new Set<string>();
  const runRequests = (requests: readonly SavedRequest[]): Promise<unknown> => {
    for (const request of requests) families.add(familyOfSaved(request));
    const [first, second] = requests.map(({ id }) => id);
    const unknown = { ...DONE, answer: '504 Gateway Timeout', mayHaveArrived: true };
    return Promise.resolve([
      { requestId: first, step: unknown },
      { requestId: second, step: DONE },
    ]);
  };
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const app = {
    profiles: { active: () => Promise.resolve({ id: 'p' }) },
    ask: () => Promise.resolve(null),
    runRequests,
  };
  const context = { app, format: 'json', output, say: () => undefined } as unknown as CommandContext;
  expect(await runFolder(folder, [])(context)).toBe(EXIT.unknown);
  await output.close();
  await rm(folder, { recursive: true });
  expect(JSON.parse(String(stdout.read()))).toMatchObject([
    { request: 'Charge', result: 'outcome unknown' },
    { request: 'Copy', result: 'as expected' },
  ]);
  expect(families.size).toBe(2);
});

describe('a folder on disk', () => {
  const KEY = 'headers:\n    - name: X-Api-Key\n      secret: true\n';

  /** Runs a folder with these files; `sent` has the headers of what main is asked to send, or is null. */
  async function ranFolder(files: Readonly<Record<string, string>>, secret: readonly string[] = []) {
    const folder = await mkdtemp(join(tmpdir(), 'run-'));
    for (const [name, more] of Object.entries(files))
      await writeFile(
        join(folder, `${name}.request.yaml`),
        `version: 2\nid: ${randomUUID()}\nname: ${name}\nrequest:\n  operation: free\n  target: POST /pay\n  ${more}`,
      );
    let sent: readonly unknown[] | null = null;
    const app = {
      profiles: { active: () => Promise.resolve({ id: 'p' }) },
      ask: () => Promise.resolve(null),
      runRequests: (requests: readonly SavedRequest[]): Promise<unknown> => {
        sent = requests.map(({ request }) => request.headers);
        return Promise.resolve(requests.map(({ id }) => ({ requestId: id, step: DONE })));
      },
    };
    const output = new Output(null, new PassThrough());
    const context = { app, format: 'json', output, say: () => undefined } as unknown as CommandContext;
    const ended = await runFolder(folder, secret)(context).catch((error: unknown) => error);
    await output.close();
    await rm(folder, { recursive: true });
    return { sent, ended };
  }

  it('gets a secret where a request has its header, and nowhere else', async () => {
    process.env['RUN_TEST_KEY'] = 'CANARY';
    const { sent } = await ranFolder({ Charge: KEY, Other: '' }, ['X-Api-Key=RUN_TEST_KEY']);
    expect(sent).toEqual([[{ name: 'X-Api-Key', value: 'CANARY', secret: true }], []]);
  });

  it.each([
    ['a secret is missing', { Charge: KEY, Other: '' }, /^Secrets are missing: give --secret X-Api-Key/],
    [
      'a file cannot be read',
      { Charge: '', Torn: 'nonsense: true' },
      /Torn\.request\.yaml: .*Nothing was sent/,
    ],
  ])('sends none of its requests if %s', async (_why, files, words) => {
    const { sent, ended } = await ranFolder(files);
    expect(sent).toBeNull();
    expect(ended).toBeInstanceOf(UsageError);
    expect(ended).toHaveProperty('message', expect.stringMatching(words));
  });
});
