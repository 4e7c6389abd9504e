import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SENT_UNKEPT } from '@shared/http/describe-failure';
import { signOfOwner } from '../files/owner';
import { openTestingDatabase } from '../testing/testing-database';
import { charge, CREATED, sendingWorld, type ServiceSocket } from './sending-world.fixture';
import { testingSender } from './testing-sender';
import { UnkeptSends } from './unkept-sends';
import { UnsettledSends } from './unsettled-sends';

const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n';
const NO = { confirmed: false, checked: false };
const YES = { confirmed: true, checked: false };
const LOOKED = { confirmed: true, checked: true };

describe('without a keychain, a send that may have charged', () => {
  const world = sendingWorld();
  const restart = async (): Promise<void> => {
    await world.testing.reopen();
    world.start();
  };
  const sends = async (answer = NO, request = charge(), profile = world.profile()) => {
    world.app.answer = answer;
    return (await world.app.submit(request, profile)).kind;
  };
  const answers = (text: string): void => {
    world.onRequest = (socket: ServiceSocket) => void socket.end(text);
  };
  const loseKeychain = (): void => void (world.testing.keychain.trouble = 'absent');
  const pathOf = (file: string): string => join(world.testing.folder, 'unkept-sends', file);
  const noted = (): string[] => readdirSync(pathOf(''));
  /** A charge that the service has received but not answered yet. */
  const underWay = async (): Promise<{ socket: ServiceSocket; sent: Promise<{ kind: string }> }> => {
    const arriving = new Promise<ServiceSocket>((resolve) => (world.onRequest = resolve));
    const sent = world.app.submit(charge(), world.profile());
    return { socket: await arriving, sent };
  };

  it('is asked about in the next run, until somebody says that they have checked', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    answers(CREATED);
    await restart();
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([
      {
        title: 'Send it unchecked?',
        reasons: ['history-lost'],
        lostAt: expect.stringMatching(/^2\d{3}-.*Z$/),
        checkboxLabel: 'I have checked what went out before then: do not ask this again',
        lead: [
          expect.stringMatching(
            /^What went out up to .* may have been carried out, and nothing of it could be kept/,
          ),
        ],
      },
    ]);
    await restart();
    // A yes alone covers only the request it was given for.
    expect(await sends(YES)).toBe('sent');
    await restart();
    expect(await sends()).toBe('declined');
    expect(await sends(LOOKED)).toBe('sent');
    await restart();
    expect(await sends()).toBe('sent');
    expect(world.app.questions).toEqual([]);
    expect(noted()).toEqual([]);
  });

  it('is called under way in another run, without a checkbox, and not asked about once answered', async () => {
    loseKeychain();
    const { socket, sent } = await underWay();
    const { app } = world;
    world.start();
    // Only the run that sent it remembers what the request was.
    expect(await sends(NO, charge('{"another":1}'))).toBe('declined');
    expect(world.app.questions).toMatchObject([
      {
        title: 'Send it while another is in progress?',
        reasons: ['under-way'],
        checkboxLabel: null,
        lead: [
          expect.stringMatching(/^A send is still under way in another run .*wait for the other to end\.$/),
        ],
      },
    ]);
    expect(world.app.questions[0]).not.toHaveProperty('lostAt');
    socket.end(CREATED);
    expect((await sent).kind).toBe('sent');
    await app.sender.settled();
    expect(noted()).toEqual([]);
    answers(CREATED);
    expect(await sends()).toBe('sent');
  });

  it('is no longer under way once its outcome is unknown or its process was killed', async () => {
    loseKeychain();
    const { socket, sent } = await underWay();
    const [file = ''] = noted();
    const started = statSync(pathOf(file)).mtimeMs;
    const sign = readFileSync(pathOf(file), 'utf8');
    socket.end(BAD_GATEWAY);
    expect((await sent).kind).toBe('sent');
    await restart();
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([{ reasons: ['history-lost'] }]);
    // Somebody who checked before the send ended cannot have seen its effect.
    expect(Date.parse(world.app.questions[0]?.lostAt ?? '')).toBeGreaterThan(started - 1);
    // A process started at another time has the number of the killed one.
    writeFileSync(
      pathOf(file),
      sign.replace(/\d+$/, (start) => String(Number(start) - 1)),
    );
    world.app.answer = LOOKED;
    answers(CREATED);
    expect(await sends(LOOKED)).toBe('sent');
    expect(world.app.questions[1]?.lead[0]).not.toContain('cannot be told');
    expect(noted()).toEqual([]);
  });

  it.each([
    ['an earlier version', ''],
    ['another container', 'elsewhere 1 1'],
  ])(
    'is asked about with a hint to check whether it is still running, if its process is of %s',
    async (_whose, sign) => {
      loseKeychain();
      answers(BAD_GATEWAY);
      expect(await sends()).toBe('sent');
      const [file = ''] = noted();
      writeFileSync(pathOf(file), sign);
      await restart();
      expect(await sends()).toBe('declined');
      expect(world.app.questions).toMatchObject([
        {
          reasons: ['history-lost'],
          lead: [expect.stringContaining('once what sent it has ended: that cannot be told from here')],
        },
      ]);
      answers(CREATED);
      expect(await sends(LOOKED)).toBe('sent');
      expect(noted()).toEqual([]);
    },
  );

  it('gets its own time, later than any other, even if the clock was set back', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    const [first = ''] = noted();
    const future = new Date(Date.now() + 3_600_000);
    utimesSync(pathOf(first), future, future);
    await restart();
    // A yes without the tick: there are two sends now, and the time named before is not that of the second.
    expect(await sends(YES, charge('{"another":1}'))).toBe('sent');
    const named = world.app.questions[0]?.lostAt ?? '';
    expect(named).toBe(future.toISOString());
    await restart();
    expect(await sends()).toBe('declined');
    const then = world.app.questions[0]?.lostAt ?? '';
    expect(then > named).toBe(true);
    // Ticking the box for that one does not cover what another run leaves later either, whatever its clock says.
    answers(CREATED);
    expect(await sends(LOOKED)).toBe('sent');
    expect(noted()).toEqual([]);
    writeFileSync(pathOf(first), 'ended');
    expect(await sends(NO, charge('{"third":1}'))).toBe('declined');
  });

  it('is not asked about again in this run if the disk is read-only', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    const unkept = new UnkeptSends(join(world.testing.folder, 'unkept-sends'));
    const [one] = await unkept.others();
    const before = statSync(pathOf(one?.id ?? '')).mtime;
    await unkept.forget(one?.at ?? '');
    writeFileSync(pathOf(one?.id ?? ''), 'ended');
    utimesSync(pathOf(one?.id ?? ''), before, before);
    expect(await unkept.others()).toEqual([]);
  });

  it('is kept until its outcome was told, and does not count as another run’s until then', async () => {
    const unkept = new UnkeptSends(pathOf(''), true);
    const id = randomUUID();
    await unkept.add(id);
    await unkept.end(id, () => true);
    expect(noted()).toEqual([id]);
    expect(await unkept.leftBehind()).toBeNull();
    const telling = unkept.told();
    expect(await unkept.others()).toEqual([]);
    await telling;
    expect(noted()).toEqual([]);
  });

  it('is known in its own run: another request is sent, and its own success removes it', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    answers(CREATED);
    expect(await sends(NO, charge('{"another":1}'))).toBe('sent');
    expect(world.app.questions).toEqual([]);
    expect(await sends(YES)).toBe('sent');
    expect(world.app.questions).toMatchObject([{ reasons: ['unknown-outcome'] }]);
    expect(noted()).toEqual([]);
  });

  it('is not sent beside another that was checked before either was noted', async () => {
    loseKeychain();
    // Neither send ends before the other has been noted.
    const ends = new EventEmitter();
    world.onRequest = (socket) => {
      ends.once('end', () => socket.end(CREATED));
      if (ends.listenerCount('end') === 2) ends.emit('end');
    };
    const elsewhere = openTestingDatabase();
    elsewhere.keychain.trouble = 'absent';
    let looked = 0;
    let go = (): void => undefined;
    const bothLooked = new Promise<void>((resolve) => (go = resolve));
    const bearerFor = async (): Promise<string> => {
      looked += 1;
      if (looked === 2) go();
      await bothLooked;
      return 'CANARY.TOKEN.value';
    };
    const { harness, testing } = world;
    const app = world.start({ bearerFor });
    const unkept = new UnkeptSends(join(testing.folder, 'unkept-sends'));
    const other = testingSender(harness, elsewhere, {
      bearerFor,
      unsettled: new UnsettledSends(elsewhere.database, unkept),
    });
    const profile = world.profile();
    const two = [app.submit(charge(), profile), other.submit(charge(), profile)];
    void Promise.race(two).then(() => {
      answers(CREATED);
      ends.emit('end');
    });
    const both = await Promise.all(two);
    const outcomes = both.map((one) => one.kind === 'sent' && one.exchange.outcome);
    const stopped = { kind: 'cancelled', mayHaveArrived: false, why: SENT_UNKEPT };
    const isOut = (one: unknown): boolean => JSON.stringify(one) === JSON.stringify({ kind: 'answered' });
    expect(outcomes.filter((one) => !isOut(one))).toContainEqual(stopped);
    expect(world.server.requests).toHaveLength(outcomes.filter(isOut).length);
    // It is known how both of them ended.
    expect(noted()).toEqual([]);
    expect(await sends()).toBe('sent');
    expect([...app.questions, ...other.questions]).toEqual([]);
    await elsewhere.remove();
  });

  it('shares one question with an earlier history that cannot be read', async () => {
    expect(await sends()).toBe('sent');
    await restart();
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends(YES)).toBe('sent');
    await restart();
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([{ reasons: ['not-checked'] }]);
    world.testing.keychain.trouble = null;
    await restart();
    expect(await sends()).toBe('declined');
    expect(world.app.questions).toMatchObject([{ reasons: ['history-lost'] }]);
  });

  it('notes only its time and its process', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends(NO, charge('{"another":1}'))).toBe('sent');
    const [file, ...more] = noted();
    expect(more).toEqual([]);
    expect(file).toMatch(/^[0-9a-f-]{36}$/);
    expect(readFileSync(pathOf(file ?? ''), 'utf8')).toBe('ended');
    const { sent, socket } = await underWay();
    expect(noted().map((one) => readFileSync(pathOf(one), 'utf8'))).toContainEqual(await signOfOwner());
    socket.end(CREATED);
    await sent;
  });

  it('is not noted for the built-in server, nor if the history keeps it', async () => {
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    loseKeychain();
    await restart();
    expect(await sends(NO, charge('{"another":1}'), world.profile({ environment: 'local' }))).toBe('sent');
    expect(noted).toThrow('ENOENT');
  });
});
