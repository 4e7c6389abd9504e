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
  send,
  setOnRequest,
} from './replay-wire.fixture';

openEach();

describe('an exchange noted before the answer', () => {
  it('has an unknown outcome while nothing else is known', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    setOnRequest(() => arrived());
    const controller = new AbortController();
    const sending = send(requestOfDraft(draftWith({ destinationUrl: URL_X })), { signal: controller.signal });
    await arrival;
    expect((await entries()).map(({ outcome, status }) => [outcome, status])).toEqual([['unknown', null]]);
    controller.abort();
    await sending;
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['unknown']);
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

it('can be opened with a large answer as soon as that is shown', async () => {
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
