import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import { SavedRequestStore } from './saved-request-store';
import {
  app,
  checked,
  handlers,
  openEach,
  profile,
  request,
  run,
  save,
  secretHeader,
  server,
  setAnswer,
  setBeforeAnswer,
  setProfile,
  steps,
  testing,
  wire,
} from './saved-requests.fixture';

openEach();

describe('running', () => {
  it('sends the saved request with its secrets, and compares the answer', async () => {
    const { request: saved } = await save(
      request(
        { headers: secretHeader('Bearer CANARY'), body: '{"a": 1}' },
        {
          expectations: [
            { kind: 'status', status: 201 },
            { kind: 'json-path', path: '$.status', is: { how: 'equals', value: '"approved"' } },
          ],
        },
      ),
    );
    setAnswer('{"status":"approved"}');
    expect(await run(saved.id)).toMatchObject([{ requestId: saved.id, step: { kind: 'done' } }]);
    const [, done] = steps;
    expect(steps).toMatchObject([{ kind: 'running' }, { kind: 'done', answer: '200 OK' }]);
    expect(done?.kind === 'done' && done.results.map(({ met, found }) => [met, found])).toEqual([
      [false, '200'],
      [true, '"approved"'],
    ]);
    expect(wire()).toHaveLength(1);
    expect(wire()[0]).toContain('\r\nx-vault-forward-header-authorization: Bearer CANARY\r\n');
    expect(wire()[0]).toMatch(/\r\n\r\n\{"a": 1\}$/);
    expect(checked).toMatchObject([
      { sentBefore: 0, plans: [{ composedUnder: 'sandbox', wire: { method: 'POST' } }] },
    ]);
  });

  it('does not send a request whose file requests something else than the window shows', async () => {
    const { request: saved } = await save(request());
    const file = { path: 'a.yaml', revision: 'r', asked: 'now', gone: false };
    const all = vi.spyOn(SavedRequestStore.prototype, 'all').mockResolvedValue([{ ...saved, file }]);
    const send = (asked: string): Promise<unknown> =>
      Promise.resolve(handlers.runSavedRequests.handle({ ids: [saved.id], asked, callId: randomUUID() }));
    await expect(send('before')).rejects.toMatchObject({ problem: { code: 'request-not-as-shown' } });
    expect(wire()).toEqual([]);
    await send('now');
    all.mockRestore();
    expect(steps).toMatchObject([{ kind: 'running' }, { kind: 'done' }]);
  });

  it('does not send a request whose secret header has no value', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }), true);
    await run(saved.id);
    expect(steps).toMatchObject([{ kind: 'refused', problem: { code: 'secret-missing' } }]);
    expect(steps[0]?.kind === 'refused' && steps[0].problem.meaning).toContain(
      '"x-vault-forward-header-authorization"',
    );
    expect(wire()).toEqual([]);
  });

  it('sends a look-up after the guard’s check', async () => {
    const sessionId = '5e550000-0000-4000-8000-000000000001';
    const { request: saved } = await save(request({}, { request: sessionRequest(sessionId), form: null }));
    await run(saved.id);
    expect(wire()).toHaveLength(1);
    expect(wire()[0]).toMatch(new RegExp(`^GET /checkout/sessions/${sessionId} HTTP/1.1\r\n`));
    expect(checked).toMatchObject([
      { sentBefore: 0, plans: [{ composedUnder: 'sandbox', wire: { method: 'GET' } }] },
    ]);
  });

  it('sends every parameter of a saved list of buyers', async () => {
    const query = buyersRequest({
      cursor: 'next page',
      limit: 20,
      parameters: [
        ['search', 'Zoë'],
        ['search', ''],
      ],
    });
    const { request: saved } = await save(request({}, { request: query, form: null }));
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.request).toEqual(query);
    await run(saved.id);
    expect(wire()[0]?.split('\r\n')[0]).toBe(
      'GET /buyers?cursor=next%20page&limit=20&search=Zo%C3%AB&search= HTTP/1.1',
    );
  });

  it('sends nothing if a secret is gone', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    testing.keychain.secrets.clear();
    await run(saved.id);
    expect(steps).toMatchObject([{ kind: 'refused', problem: { code: 'secret-gone' } }]);
    expect(wire()).toEqual([]);
  });

  it('does not send a request with a masked security code', async () => {
    const body = '{"number":"{{CARD_NUMBER_1}}","cvv":"987"}';
    const { request: saved } = await save(request({ body }));
    await run(saved.id);
    expect(steps).toMatchObject([{ kind: 'refused', problem: { code: 'draft-has-errors' } }]);
    expect(wire()).toEqual([]);
  });
});

describe('running a folder on production', () => {
  it('asks once with the number and hosts, and sends nothing without a yes', async () => {
    const ids: string[] = [];
    for (const [index, host] of ['psp.example', 'psp.example', 'other.example'].entries()) {
      const draft = { destinationUrl: `https://${host}/charges`, body: JSON.stringify({ index }) };
      ids.push((await save(request(draft, { name: `Request ${index}` }))).request.id);
    }
    setProfile({ ...profile, environment: 'production' });
    app.answer = { confirmed: false, checked: false };
    expect(await run(...ids)).toBeNull();
    expect(server.received).toHaveLength(0);
    expect(app.questions).toHaveLength(1);
    const [question] = app.questions;
    expect(question).toMatchObject({ title: 'Send to production?', checkboxLabel: null });
    expect(question?.facts).toEqual(
      expect.arrayContaining([
        { label: 'Requests', value: '3' },
        expect.objectContaining({ value: 'psp.example\nother.example' }),
      ]),
    );
    app.answer = { confirmed: true, checked: true };
    expect(await run(...ids)).toHaveLength(ids.length);
    expect(server.requests).toHaveLength(3);
    expect(app.questions).toHaveLength(2);
    // What was agreed to for one request does not hold for a folder, which is asked about each time.
    expect(await run(...ids)).toHaveLength(ids.length);
    expect(app.questions).toHaveLength(3);
  });
});

describe('requests deleted during a run', () => {
  async function saveThree(): Promise<string[]> {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await save(request({ body: `"${name}"` }, { name }))).request.id);
    return ids;
  }

  it('are not sent but reported as deleted, and the others are sent', async () => {
    const [a = '', b = '', c = ''] = await saveThree();
    setBeforeAnswer(async () => handlers.deleteSavedRequests.handle({ ids: [a, b] }));
    expect(await run(a, b, c)).toMatchObject([
      { requestId: a, step: { kind: 'done', answer: '200 OK' } },
      { requestId: b, step: { kind: 'deleted' } },
      { requestId: c, step: { kind: 'done' } },
    ]);
    expect(wire().map((sent) => sent.slice(-3))).toEqual(['"a"', '"c"']);
    expect(steps.map(({ kind }) => kind)).toEqual(['running', 'done', 'deleted', 'running', 'done']);
  });

  it('or before it are reported as deleted', async () => {
    const [a = '', b = ''] = await saveThree();
    await handlers.deleteSavedRequests.handle({ ids: [a] });
    expect(await run(a, b)).toMatchObject([{ requestId: b, step: { kind: 'done' } }]);
    expect(steps.map(({ kind }) => kind)).toEqual(['deleted', 'running', 'done']);
  });

  it('and restored before their turn are sent', async () => {
    const [a = '', b = ''] = await saveThree();
    setBeforeAnswer(async () => {
      await handlers.deleteSavedRequests.handle({ ids: [b] });
      await handlers.undoDeleteSavedRequests.handle({ ids: [b] });
    });
    expect(await run(a, b)).toMatchObject([{ step: { kind: 'done' } }, { step: { kind: 'done' } }]);
  });
});

it('A request changed while it waits in a run is sent as it was when the run began', async () => {
  const [a, b] = await Promise.all(
    ['a', 'b'].map(async (name) => (await save(request({ body: `"${name}"` }, { name }))).request),
  );
  setBeforeAnswer(() =>
    save({ ...request({ body: '"another amount"' }, { name: 'B', folder: 'Moved' }), id: b?.id ?? '' }),
  );
  expect(await run(a?.id ?? '', b?.id ?? '')).toMatchObject([
    { step: { kind: 'done' } },
    { step: { kind: 'done' } },
  ]);
  expect(wire().map((sent) => sent.slice(-3))).toEqual(['"a"', '"b"']);
  const now = await handlers.openSavedRequest.handle({ id: b?.id ?? '' });
  expect(now).toMatchObject({ name: 'B', folder: 'Moved', request: { body: '"another amount"' } });
});
