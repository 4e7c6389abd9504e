import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setDatabaseAside } from '../database/rebuild-database';
import { damagePages, databaseIn, pagesOf } from '../testing/damage-file';
import { startHere } from '../testing/testing-database';
import { charge, CREATED, sendingWorld, type ServiceSocket } from './sending-world.fixture';
import { lostSends } from './lost-history';
import { markUnsettled } from './unsettled-mark';
import { MAX_AT_ONCE } from './unsettled-sends';

const lose = (socket: ServiceSocket): void => void socket.destroy();
const NO = { confirmed: false, checked: false };
const YES = { confirmed: true, checked: false };
const LOOKED = { confirmed: true, checked: true };

describe('sends that may be out although the history could not be read', () => {
  const world = sendingWorld();
  const restart = async (): Promise<void> => {
    await world.testing.reopen();
    world.start();
  };
  /** Loses the answer to a charge, and then the key of the history. */
  const loseBoth = async (): Promise<void> => {
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile());
    world.onRequest = (socket) => void socket.end(CREATED);
    await world.testing.database.close();
    world.testing.keychain.secrets.delete('database-key');
    await restart();
  };
  const sends = async (answer = NO, profile = world.profile()) => {
    world.app.answer = answer;
    return (await world.app.submit(charge(), profile)).kind;
  };

  it('are asked about after each restart, with the reason, until the person says that they have checked', async () => {
    await loseBoth();
    expect(await sends()).toBe('declined');
    await restart();
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([
      {
        title: 'Send it unchecked?',
        reasons: ['history-lost'],
        checkboxLabel: 'I have checked what went out before then: do not ask this again',
        lead: [expect.stringMatching(/^The history could not be read on .*, and a new one was started/)],
      },
    ]);
    // A yes alone covers only the request it was given for.
    expect(await sends(YES)).toBe('sent');
    await restart();
    expect(await sends(LOOKED)).toBe('sent');
    const other = charge('{"another":1}');
    world.app.answer = NO;
    expect(await world.app.submit(other, world.profile())).toMatchObject({ kind: 'sent' });
    await restart();
    expect(await sends()).toBe('sent');
    expect(world.app.questions).toEqual([]);
  });

  it('are no longer asked about in this run once the person has checked, even if that cannot be stored', async () => {
    await loseBoth();
    vi.spyOn(world.testing.database, 'execute').mockRejectedValue(new Error('SQLITE_FULL'));
    expect(await sends(LOOKED)).toBe('sent');
    expect(world.app.reports).toEqual(['sending: Error: SQLITE_FULL']);
    expect(await world.app.submit(charge('{"another":1}'), world.profile())).toMatchObject({ kind: 'sent' });
    expect(world.app.questions).toHaveLength(1);
    vi.restoreAllMocks();
    await restart();
    expect(await sends()).toBe('declined');
  });

  it('are asked about after each start if the app was killed right after setting the file aside', async () => {
    await world.app.submit(charge(), world.profile());
    await world.testing.database.close();
    await setDatabaseAside(databaseIn(world.testing.folder), 'damaged', {
      migrations: [],
      startProcess: startHere,
    });
    for (const start of [1, 2]) {
      await restart();
      expect([start, await sends()]).toEqual([start, 'declined']);
      expect(world.app.questions).toMatchObject([{ reasons: ['history-lost'] }]);
    }
    expect(await sends(LOOKED)).toBe('sent');
    await restart();
    expect(await sends()).toBe('sent');
  });

  it('are asked about after the file was deleted while the app was closed, but not in a new data folder', async () => {
    expect(await sends()).toBe('sent');
    await world.testing.database.close();
    const file = databaseIn(world.testing.folder);
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${file}${end}`, { force: true })));
    for (const start of [1, 2]) {
      await restart();
      expect([start, await sends()]).toEqual([start, 'declined']);
      expect(world.app.questions).toMatchObject([{ reasons: ['history-lost'] }]);
    }
    expect(await sends(LOOKED)).toBe('sent');
    // Its key is still in the keychain, as for another folder of somebody who has more than one.
    await world.testing.database.close();
    for (const name of await readdir(world.testing.folder))
      await rm(join(world.testing.folder, name), { recursive: true, force: true });
    await restart();
    expect(await sends()).toBe('sent');
  });

  it('are asked about after the next start if the first could not note them', async () => {
    const { mark } = lostSends;
    const fails = { sql: 'INSERT INTO no_such_table VALUES (?)', values: [''] };
    const spy = vi.spyOn(lostSends, 'mark').mockReturnValue({ ...mark(''), ...fails });
    await loseBoth();
    await world.testing.database.query({ sql: 'SELECT 1 AS one' }, z.object({}));
    spy.mockRestore();
    await restart();
    expect(await sends()).toBe('declined');
  });

  it('are not asked about for a request this run has carried out, nor on the built-in server', async () => {
    await loseBoth();
    expect(await sends(YES)).toBe('sent');
    expect(await sends()).toBe('sent');
    const local = { ...world.profile(), environment: 'local' } as const;
    expect(await world.app.submit(charge('{"another":1}'), local)).toMatchObject({ kind: 'sent' });
    expect(world.app.questions).toHaveLength(1);
  });

  it('are asked about on production before “Do not ask for 10 minutes” is offered', async () => {
    await loseBoth();
    const production = world.profile({ environment: 'production' });
    expect(await sends(LOOKED, production)).toBe('sent');
    expect(await sends(LOOKED, production)).toBe('sent');
    expect(world.app.questions.map(({ reasons, checkboxLabel }) => [reasons, checkboxLabel])).toEqual([
      [['production', 'history-lost'], 'I have checked what went out before then: do not ask this again'],
      [['production'], 'Do not ask for 10 minutes'],
    ]);
  });

  it('are asked about once for several requests sent together, not once for each', async () => {
    await loseBoth();
    const signal = new AbortController().signal;
    const call = { callId: 'run', signal };
    const plan = (body: string) =>
      world.app.sender.plan({
        id: crypto.randomUUID(),
        request: charge(body),
        profile: world.profile(),
        composedUnder: null,
        replayOf: null,
        variables: new Map(),
      });
    const plans = [await plan('{"a":1}'), await plan('{"b":1}')];
    world.app.answer = YES;
    expect(await world.app.sender.agree(plans, call)).toBe('allowed');
    for (const one of plans) expect(await world.app.sender.agreeStill(one, call)).toBe('allowed');
    expect(world.app.questions).toHaveLength(1);
  });

  it('are asked about even if there are more unsettled sends than are looked through at once', async () => {
    await world.testing.database.execute(lostSends.mark('2026-11-20T10:00:00.000Z'));
    const out = { draftId: null, destinationMark: null, contentMarks: [], isKnown: false, succeeded: false };
    for (let index = 0; index <= MAX_AT_ONCE; index += 1)
      await world.testing.database.transaction(
        markUnsettled(
          { ...out, mark: `mark ${index}` },
          { exchangeId: `${index}`, startedAt: '2026-11-24T10:00:00.000Z', profileName: null },
        ),
      );
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([{ reasons: ['history-lost'] }]);
  });

  it.each([
    ['sends without an outcome', 'unsettled_sends', 'declined'],
    ['saved requests', 'saved_requests', 'sent'],
  ])(
    'are asked about if damage to the file lost its sends rather than other tables: %s',
    async (_what, table, kind) => {
      world.onRequest = lose;
      await world.app.submit(charge('{"another":1}'), world.profile());
      world.onRequest = (socket) => void socket.end(CREATED);
      const kept = "INSERT INTO composer_book VALUES ('kept', '{}')";
      await world.testing.database.execute({ sql: kept });
      const pages = await pagesOf(world.testing.database, table);
      await world.testing.database.close();
      damagePages(databaseIn(world.testing.folder), pages);
      await restart();
      // The damage only shows when the whole table is read.
      await world.testing.database.query(
        { sql: `SELECT count(*) AS n FROM ${table} NOT INDEXED` },
        z.object({}),
      );
      expect(world.testing.database.state).toMatchObject({ notice: expect.stringContaining('was damaged') });
      await restart();
      expect(await sends()).toBe(kind);
    },
  );
});
