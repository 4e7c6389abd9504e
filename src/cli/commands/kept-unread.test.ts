import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import type { DatabaseState } from '@shared/app/database-state';
import { EXIT, exitOfProblem } from '../exit-codes';
import { UsageError } from '../usage-error';
import type { CommandContext, Run } from './command';
import { searchHistory } from './history';
import { replay } from './replay';
import { runFolder } from './run';
import { forward, send } from './send';

const GONE = new ProblemError({
  code: 'history-entry-gone',
  title: 'This exchange is no longer in the history',
  meaning: 'It was deleted.',
  nextStep: 'Choose another one.',
  detail: null,
});
const locked: DatabaseState = {
  kind: 'session-only',
  reason: 'locked',
  detail: 'a locked collection',
  showsKept: false,
};

/** The exit code, or the problem that was thrown. */
async function endOf(run: Run, state: DatabaseState): Promise<unknown> {
  const answers: Readonly<Record<string, unknown>> = {
    listSavedRequests: [],
    listDocuments: { documents: [] },
    describeLiveFolders: [],
    describeStorage: state,
    searchHistory: { entries: [], next: null, unindexed: 0, unreadable: 0 },
  };
  const ask = (name: string): unknown =>
    name === 'planReplay' ? Promise.reject(GONE) : Promise.resolve(answers[name]);
  const app = { ask, profiles: { active: () => Promise.resolve({ id: 'p' }) } };
  const context = { app, say: () => undefined } as unknown as CommandContext;
  return run(context).catch((error: unknown) => {
    if (error instanceof UsageError) return EXIT.usage;
    return error instanceof ProblemError ? error.problem : error;
  });
}

it.each([
  { command: 'forward', run: () => forward('Cards/Authorise', []), else: EXIT.notFound },
  { command: 'run', run: () => runFolder('Smoke', []), else: EXIT.notFound },
  {
    command: 'send',
    run: () => send('Authorise', { param: [], header: [], secret: [] }),
    else: EXIT.usage,
  },
  {
    command: 'replay',
    run: () => replay('an id', { secret: [], values: 'same' }),
    else: { code: 'history-entry-gone', title: 'The history has no exchange with this ID' },
  },
  { command: 'history search', run: () => searchHistory(['shoes'], 20), else: EXIT.notFound },
])(
  '$command does not report anything as missing while the stored data cannot be read',
  async ({ run, else: otherwise }) => {
    expect(await endOf(run(), { ...locked, hidesKept: true })).toMatchObject({
      code: 'kept-unread',
      nextStep: expect.stringMatching(/^Unlock the keychain \(look for its window\) and try again\./),
    });
    // There is no file, as on a CI machine: neither "empty" nor "deleted" would be true.
    expect(await endOf(run(), locked)).toMatchObject({
      code: 'kept-unread',
      meaning: expect.stringContaining(
        'Without one nothing is kept, and nothing has been kept in this data folder.',
      ),
    });
    for (const open of [
      { kind: 'open', notice: null },
      { kind: 'session-only', reason: 'disk', detail: 'a full disk', showsKept: true },
    ] as const) {
      const end = await endOf(run(), open);
      if (typeof otherwise === 'number') expect(end).toBe(otherwise);
      else expect(end).toMatchObject(otherwise);
    }
    expect(exitOfProblem('kept-unread')).toBe(EXIT.failed);
  },
);

it('run says how to name a folder on disk while the stored data cannot be read', async () => {
  const path = 'A folder on disk is named by a path, such as ./requests.';
  expect(await endOf(runFolder('requests', []), locked)).toMatchObject({
    nextStep: expect.stringContaining(path),
  });
});
