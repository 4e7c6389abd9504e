import { describe, expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import type { HistoryEntry } from '@shared/history/history';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import {
  ANSWER,
  FIRST_PAGE,
  URL_X,
  active,
  app,
  compose,
  entries,
  handlers,
  openEach,
  replay,
  send,
  setOnRequest,
} from './replay-wire.fixture';

openEach();

describe('an exchange noted before the answer', () => {
  it('has an unknown outcome if nothing else is known, and is shown as under way while it is', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    setOnRequest(() => arrived());
    const controller = new AbortController();
    const sending = send(requestOfDraft(draftWith({ destinationUrl: URL_X })), { signal: controller.signal });
    await arrival;
    const unknown = { outcome: 'unknown', status: null };
    const [noted] = await entries();
    expect(noted).toMatchObject({ ...unknown, isUnderWay: true });
    const opened = await handlers.openHistoryEntry.handle({ id: noted?.id ?? '' });
    expect(opened?.entry).toMatchObject({ ...unknown, isUnderWay: true });
    controller.abort();
    await sending;
    expect(await entries()).toMatchObject([{ ...unknown, isUnderWay: false }]);
  });

  it('is shown as under way among the replays of the one that it replays', async () => {
    setOnRequest((socket) => socket.end(ANSWER));
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    let chain: unknown[] = [];
    setOnRequest(
      (socket) =>
        void Promise.resolve(handlers.openHistoryEntry.handle({ id })).then((detail) => {
          chain = detail?.chain.map(({ isUnderWay, status }) => [isUnderWay, status]) ?? [];
          socket.end(ANSWER);
        }),
    );
    await replay(id);
    expect(chain).toEqual([
      [false, 200],
      [true, null],
    ]);
  });

  it('is in the history before the answer', async () => {
    let seen: readonly HistoryEntry[] = [];
    setOnRequest(
      (socket) =>
        void entries().then((now) => {
          seen = now;
          socket.end(ANSWER);
        }),
    );
    await compose(draftWith({ destinationUrl: URL_X }));
    expect(seen.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['answered']);
  });
});

it('can be opened with a large answer as soon as the answer is shown', async () => {
  const body = `{"items":["${'x'.repeat(1_200_000)}"]}`;
  const head = ANSWER.slice(0, -2).replace(/length: 2/, `length: ${body.length}`);
  setOnRequest((socket) => socket.end(head + body));
  const controller = new AbortController();
  let isChecked = false;
  const shown = await new Promise<Exchange>((resolve, reject) => {
    const { signal } = controller;
    const call = { signal, checkLater: { onUnchecked: resolve, until: signal } };
    app.submit(FIRST_PAGE, active, call).then(() => (isChecked = true), reject);
  });
  expect(isChecked).toBe(false);
  expect(shown.response?.body).toMatchObject({ kind: 'stored', bytes: body.length });
  const detail = await handlers.openHistoryEntry.handle({ id: shown.id });
  expect(detail?.exchange.response).toMatchObject({ status: 200, body: { bytes: 1_000_000 } });
});
