import { describe, expect, it } from 'vitest';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import {
  active,
  compose,
  handlers,
  openEach,
  replay,
  server,
  setActive,
  URL_X,
  wire,
} from './replay-wire.fixture';

openEach();

/** A request with these keys, in this order. */
function keyed(...keys: readonly (readonly [name: string, value: string])[]) {
  const headers = keys.map(([name, value]) => headerRow(name, value));
  return draftWith({ destinationUrl: URL_X, headers, body: '{"at":"${now}"}' });
}
const keys = (at: number): string[] =>
  [...(wire()[at] ?? '').matchAll(/idempotency-key: ?([^\r]*)/gi)].map(([, value = '']) => value);

describe('an odd idempotency key', () => {
  it.each([
    ['that looks like a variable', [['Idempotency-Key', 'a-$${order}']], ['a-${order}']],
    [
      'that occurs twice',
      [
        ['Idempotency-Key', 'a'],
        ['idempotency-KEY', 'b'],
      ],
      ['a', 'b'],
    ],
  ] as const)(
    '%s stays the same in a replay with new values if the same key was chosen',
    async (_what, given, sent) => {
      setActive({ ...active, baseUrl: server.url, variables: [{ name: 'order', value: '1' }] });
      const { id } = await compose(keyed(...given));
      await replay(id, { idempotencyKey: 'same', values: 'new' });
      expect(keys(0)).toEqual(sent);
      expect(keys(1)).toEqual(sent);
    },
  );

  it('that consists of spaces does not count as a key', async () => {
    const { id } = await compose(keyed(['Idempotency-Key', ' ']));
    expect(await handlers.planReplay.handle({ id, profileId: active.id })).toMatchObject({
      idempotency: null,
    });
  });
});
