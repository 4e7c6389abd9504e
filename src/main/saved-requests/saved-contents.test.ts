import { describe, expect, it } from 'vitest';
import { withoutIds } from '@shared/testing/without-ids';
import { testingProfile } from '@shared/testing/testing-profile';
import {
  handlers,
  kept,
  openEach,
  references,
  request,
  save,
  secretHeader,
  setProfile,
  testing,
} from './saved-requests.fixture';

openEach();

const freeRequest = (body: string) =>
  request(
    {},
    {
      profileId: 'local-sandbox',
      request: {
        version: 1,
        operation: 'free',
        target: { method: 'POST', path: '/pay' },
        pathParameters: {},
        query: [],
        headers: [],
        body,
      },
      form: null,
    },
  );

describe('what is kept of a saved request', () => {
  const CARD = '4111111111111111';

  it('contains no security code, wherever it was typed, and says why', async () => {
    const { request: saved, notes } = await save(
      request(
        {
          destinationUrl: 'https://psp.example/?cvv=987',
          body: '{"number":"{{CARD_NUMBER_1}}","cvv":987}',
          headers: [{ id: 'a', name: 'x-cvv', value: '987', secret: true, enabled: true }],
        },
        {
          name: 'Pay with cvv 987',
          description: 'The security code is 987',
          expectations: [{ kind: 'json-path', path: "$.card['cvv']", is: { how: 'equals', value: '"987"' } }],
        },
      ),
    );
    expect(withoutIds(JSON.stringify(saved))).not.toContain('987');
    const secrets = await Promise.all(
      kept().map((account) => references.read(account.slice('request:'.length))),
    );
    expect(secrets.join()).not.toContain('987');
    expect(saved.request.body).toBe('{"number":"{{CARD_NUMBER_1}}","cvv":"••• (number)"}');
    expect(notes.join()).toContain('security code');
  });

  it.each([
    ['https://psp.example/charge', '"•••"'],
    ['{sandbox}/v1/cards', '"987"'],
    ['http://127.0.0.1:8080/charge', '"987"'],
  ])(
    'keeps the code of a request composed for the Local sandbox only if it leads there: %s',
    async (to, code) => {
      setProfile(testingProfile({ id: 'local-sandbox' }));
      const { request: saved } = await save(
        request({ destinationUrl: to, body: '{"cvv":"987"}' }, { profileId: 'local-sandbox' }),
      );
      expect(saved.request.body).toBe(`{"cvv":${code}}`);
    },
  );

  it.each([
    ['production', '"•••"'],
    ['local-sandbox', '"987"'],
  ])(
    'keeps the code of a free request composed for the Local sandbox only if it goes there: %s',
    async (activeId, code) => {
      setProfile(testingProfile({ id: activeId }));
      const { request: saved } = await save(freeRequest('{"cvv":"987"}'));
      expect(saved.request.body).toBe(`{"cvv":${code}}`);
    },
  );

  it('keeps the code of a test card through an undo and a new example, whatever profile is active by then', async () => {
    setProfile(testingProfile({ id: 'local-sandbox' }));
    const { request: saved } = await save(freeRequest('{"cvv":"987"}'));
    setProfile(testingProfile({ id: 'production' }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    await handlers.pinExample.handle({ id: saved.id, example: null });
    const opened = await handlers.openSavedRequest.handle({ id: saved.id });
    expect(opened?.request.body).toBe('{"cvv":"987"}');
  });

  it.each(['contains', 'matches'] as const)('masks the expectation that an answer %s', async (how) => {
    const secret = how === 'contains' ? { how, text: CARD } : { how, pattern: CARD };
    const code = how === 'contains' ? { how, text: '987' } : { how, pattern: '987' };
    const { request: saved } = await save(
      request(
        {},
        {
          expectations: [
            { kind: 'json-path', path: '$.a', is: secret },
            { kind: 'json-path', path: '$.cvv', is: code },
            { kind: 'header', name: 'x-number', is: secret },
          ],
        },
      ),
    );
    expect(withoutIds(JSON.stringify(saved.expectations))).not.toMatch(/4111111111111111|987/);
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.expectations).toHaveLength(3);
  });

  it('of an older version is read', async () => {
    const { request: saved } = await save(request());
    const older = [
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.a', equals: '"b"' },
    ];
    await testing.database.execute({
      sql: 'UPDATE saved_requests SET expectations = ?',
      values: [JSON.stringify(older)],
    });
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.expectations).toEqual([
      older[0],
      { kind: 'json-path', path: '$.a', is: { how: 'equals', value: '"b"' } },
    ]);
  });

  it('contains the security code of a Local sandbox test card', async () => {
    setProfile(testingProfile({ id: 'local-sandbox' }));
    const local = request(
      { destinationUrl: '{sandbox}/v1/cards', body: '{"cvv":"987"}' },
      { profileId: 'local-sandbox' },
    );
    const { request: saved, notes } = await save(local);
    expect(JSON.stringify(saved)).toContain('987');
    expect(notes).toEqual([]);
  });

  it('contains no card number in its name, description or expectations', async () => {
    const { request: saved } = await save(
      request(
        {},
        {
          name: `Pay ${CARD}`,
          description: `With ${CARD}`,
          expectations: [{ kind: 'json-path', path: '$.number', is: { how: 'equals', value: `"${CARD}"` } }],
        },
      ),
    );
    expect(JSON.stringify(saved)).not.toContain(CARD);
  });

  it('contains the value of a secret header nowhere else', async () => {
    const { request: saved, notes } = await save(
      request(
        { headers: secretHeader('Bearer CANARY-1'), body: '{"token":"CANARY-1"}' },
        { description: 'Its token is CANARY-1.' },
      ),
    );
    expect(JSON.stringify(saved)).not.toContain('CANARY');
    expect(notes).toHaveLength(1);
  });
});
