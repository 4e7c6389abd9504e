import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyersQueryOf, buyersRequest } from '@shared/requests/reading-requests';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import {
  KNOWN_REFUSALS,
  SECRET,
  Tally,
  URL_X,
  compose,
  handlers,
  history,
  openApp,
  openEach,
  send,
  sendable,
  server,
  testing,
  wire,
} from './replay-wire.fixture';

openEach();

describe('edit and replay', () => {
  it('opens a draft that sends the same bytes, with its secrets while they are known', async () => {
    const runs = 40;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose({ ...draft, headers: [...draft.headers, SECRET] }));
        if (exchange === null) return;
        await history.settled();
        const opened = await handlers.requestFromHistory.handle({ id: exchange.id });
        expect(JSON.stringify(opened)).not.toContain('CANARY');
        if (opened.notes.length > 0) return tally.refuse('replay-secret');
        await compose(draftOfRequest(opened.request, null));
        tally.count();
        const [first, second] = wire();
        expect(second).toBe(first);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  it('says which secrets have to be entered again after a restart', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X }));
    await history.settled();
    await testing.reopen();
    openApp();
    const { request, notes } = await handlers.requestFromHistory.handle({ id });
    expect(draftOfRequest(request, null).headers[0]).toMatchObject({
      name: 'authorization',
      value: '',
      secret: true,
    });
    expect(notes.join(' ')).toContain('x-vault-forward-header-authorization');
  });

  it('opens a list of buyers with all its parameters', async () => {
    const query = { cursor: 'a b', limit: 5, parameters: [['search', 'Zoë'] as const] };
    const { id } = await send(buyersRequest(query));
    await history.settled();
    const { request, notes } = await handlers.requestFromHistory.handle({ id });
    expect(buyersQueryOf(request)).toEqual(query);
    expect(notes).toEqual([]);
  });
});
