import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SENT_UNKEPT } from '@shared/http/describe-failure';
import { openTestingDatabase } from '../testing/testing-database';
import { charge, CREATED, sendingWorld, type ServiceSocket } from './sending-world.fixture';
import { testingSender } from './testing-sender';
import { UnkeptSends } from './unkept-sends';
import { UnsettledSends } from './unsettled-sends';

const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n';
const NO = { confirmed: false, checked: false };
const YES = { confirmed: true, checked: false };
const LOOKED = { confirmed: true, checked: true };

describe('without a keychain, what may have charged', () => {
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
  const noted = (): string[] => readdirSync(join(world.testing.folder, 'unkept-sends'));

  it('is asked about in the next run before anything like it goes out, until somebody says that they have looked', async () => {
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
    // A yes alone is for the one that it was said of.
    expect(await sends(YES)).toBe('sent');
    await restart();
    expect(await sends()).toBe('declined');
    expect(await sends(LOOKED)).toBe('sent');
    await restart();
    expect(await sends()).toBe('sent');
    expect(world.app.questions).toEqual([]);
    expect(noted()).toEqual([]);
  });

  it('is asked about where the app was killed before the answer, and no longer once one came', async () => {
    loseKeychain();
    let arrived = (): void => undefined;
    const arriving = new Promise<void>((resolve) => (arrived = resolve));
    let socket: ServiceSocket | null = null;
    world.onRequest = (its) => {
      socket = its;
      arrived();
    };
    world.app.answer = NO;
    const killed = world.app.submit(charge(), world.profile());
    await arriving;
    const { app } = world;
    world.start();
    expect(await sends()).toBe('declined');
    (socket as ServiceSocket | null)?.end(CREATED);
    expect((await killed).kind).toBe('sent');
    await app.sender.settled();
    expect(noted()).toEqual([]);
    answers(CREATED);
    expect(await sends()).toBe('sent');
  });

  it('is known in its own run by what it was: another goes out, and the same once it was carried out leaves nothing', async () => {
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

  it('does not go out beside another that was looked at before either was noted, and is not what that is', async () => {
    loseKeychain();
    answers(CREATED);
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
    const both = await Promise.all([app.submit(charge(), profile), other.submit(charge(), profile)]);
    const outcomes = both.map((one) => one.kind === 'sent' && one.exchange.outcome);
    const stopped = { kind: 'cancelled', mayHaveArrived: false, why: SENT_UNKEPT };
    const isOut = (one: unknown): boolean => JSON.stringify(one) === JSON.stringify({ kind: 'answered' });
    expect(outcomes.filter((one) => !isOut(one))).toContainEqual(stopped);
    expect(world.server.received.filter(({ length }) => length > 0)).toHaveLength(
      outcomes.filter(isOut).length,
    );
    // It is known of both how they ended.
    expect(noted()).toEqual([]);
    expect(await sends()).toBe('sent');
    expect([...app.questions, ...other.questions]).toEqual([]);
    await elsewhere.remove();
  });

  it('is one question with what an earlier history may hold, for as long as that cannot be read', async () => {
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

  it('says nothing of itself but when it was', async () => {
    loseKeychain();
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    const [file, ...more] = noted();
    expect(more).toEqual([]);
    expect(file).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is not noted of the built-in server, nor where the history keeps it', async () => {
    answers(BAD_GATEWAY);
    expect(await sends()).toBe('sent');
    loseKeychain();
    await restart();
    expect(await sends(NO, charge('{"another":1}'), world.profile({ environment: 'local' }))).toBe('sent');
    expect(noted).toThrow('ENOENT');
  });
});
