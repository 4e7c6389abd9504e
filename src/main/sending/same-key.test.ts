import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import type { VaultForwardDraft } from '@shared/vault-forward/draft-schema';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import { lossesIn } from './losses-in.fixture';
import { sendingWorld } from './sending-world.fixture';

const world = sendingWorld();
const { answer, restart, loseOne } = lossesIn(world);

describe('a request with the idempotency key of an unsettled send', () => {
  const withKey = (key: string, body: string, changes: Partial<VaultForwardDraft> = {}): RequestSpec =>
    requestOfDraft(
      draftWith({
        destinationUrl: 'http://127.0.0.1:9/charge',
        headers: [headerRow('Idempotency-Key', key)],
        body,
        ...changes,
      }),
    );
  const CHARGE = '{"amount":100,"ref":"r1"}';

  it.each([
    ['another amount', withKey('k1', '{"amount":200,"ref":"r1"}')],
    ['another path', withKey('k1', CHARGE, { destinationUrl: 'http://localhost:9/v2/charge' })],
    ['the key in its body', withKey('', '{"idempotency_key": "k1", "amount":300}')],
    [
      'the key in its query',
      withKey('', CHARGE, { destinationUrl: 'http://127.0.0.1:9/charge?idempotencyKey=k1' }),
    ],
    ['another header for it', withKey('', CHARGE, { headers: [headerRow('x-idempotency-key', ' k1 ')] })],
  ])('is asked about with %s', async (_what, request) => {
    await loseOne(withKey('k1', CHARGE));
    for (const next of [() => undefined, restart]) {
      await next();
      answer(false);
      expect(await world.app.submit(request, world.profile())).toEqual({ kind: 'declined' });
      expect(world.app.questions.at(-1)).toMatchObject({
        title: 'Send it again, changed?',
        reasons: ['draft-unknown'],
      });
    }
    const [row] = await world.testing.database.query(
      { sql: 'SELECT content_marks AS marks FROM unsettled_sends', values: [] },
      z.object({ marks: z.string() }),
    );
    expect(row?.marks).toMatch(/^[0-9a-f]{64}( [0-9a-f]{64})+$/);
  });

  it.each([
    ['another key', withKey('k2', '{"amount":200}'), {}],
    ['another destination', withKey('k1', CHARGE, { destinationUrl: 'http://127.0.0.1:10/charge' }), {}],
    ['another merchant', withKey('k1', CHARGE), { merchantAccountId: 'another' }],
    ['no key', withKey('', '{"amount":200}'), {}],
  ])('is not asked about with %s', async (_what, request, profile) => {
    await loseOne(withKey('k1', CHARGE));
    await restart();
    await world.app.submit(request, world.profile(profile));
    expect(world.app.questions).toEqual([]);
  });

  it('is not asked about if the body says that it has no key', async () => {
    await loseOne(withKey('', '{"idempotency_key":null,"amount":100}'));
    await world.app.submit(withKey('', '{"idempotency_key":null,"amount":200}'), world.profile());
    expect(world.app.questions).toEqual([]);
  });

  it('is found among the first keys of a batch', async () => {
    const batch = (first: string): RequestSpec =>
      withKey(
        '',
        JSON.stringify([first, ...Array(2_000).keys()].map((idempotencyKey) => ({ idempotencyKey }))),
      );
    await loseOne(batch('k1'));
    answer(false);
    expect(await world.app.submit(withKey('k1', '{}'), world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });

  it('is compared by the key that was sent, not by its variable', async () => {
    await loseOne(withKey('${uuid}', CHARGE));
    const key = world.app.noted[0]?.sentAs.request.headers.find(({ name }) => /idempotency-key$/i.test(name));
    await restart();
    await world.app.submit(withKey('${uuid}', '{"amount":1}'), world.profile());
    expect(world.app.questions).toEqual([]);
    await world.app.submit(withKey(key?.value ?? '', '{"amount":2}'), world.profile());
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });
});
