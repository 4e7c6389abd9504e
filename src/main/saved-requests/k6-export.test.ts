import { describe, expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { runK6 } from './testing-k6';
import {
  handlers,
  openEach,
  profile,
  request,
  run,
  save,
  savedText,
  secretHeader,
  setProfile,
  setSavedText,
  wire,
} from './saved-requests.fixture';

openEach();

describe('a script for k6', () => {
  const exported = async (ids: readonly string[]) => {
    setSavedText(null);
    const result = await handlers.exportK6Script.handle({ ids, title: 'Cards' });
    return { result, text: savedText ?? '' };
  };

  it('sends the same address, headers and body as a run', async () => {
    const body = '{"number": "{{CARD_NUMBER_1}}",\r\n "note": "`$${uuid}` é"}';
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY'), body }));
    await run(saved.id);
    const [head = '', sentBody = ''] = (wire()[0] ?? '').split(/\r\n\r\n(.*)/s);
    const [line, ...headers] = head.split('\r\n');
    const { text } = await exported([saved.id]);
    expect(text).not.toContain('CANARY');
    const token =
      headers.find((one) => one.startsWith('authorization: '))?.slice('authorization: Bearer '.length) ?? '';
    const [k6] = runK6(text, { PAYMENTS_API_TOKEN: token, DESTINATION_AUTHORIZATION: 'Bearer CANARY' }).sent;
    expect(`${k6?.method} ${new URL(k6?.url ?? '').pathname} HTTP/1.1`).toBe(line);
    const own = headers.filter((one) => !/^(?:host|accept-encoding|user-agent|content-length): /.test(one));
    expect(k6?.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(own);
    expect(k6?.body).toBe(sentBody);
  });

  it('does not hold the security code of a test card: a request with one is left out, and it says what to do', async () => {
    setProfile(testingProfile({ ...profile, id: 'local-sandbox' }));
    const local = { profileId: 'local-sandbox' };
    const way = { destinationUrl: `${profile.baseUrl}/v1/cards`, body: '{"cvv":"987"}' };
    const { request: saved } = await save(request(way, local));
    const { request: other } = await save(request({ ...way, body: '{}' }, { ...local, name: 'Without' }));
    expect(saved.request.body).toBe('{"cvv":"987"}');
    const { result, text } = await exported([saved.id, other.id]);
    expect(text).not.toContain('987');
    expect(result).toMatchObject({
      written: 1,
      notes: [
        expect.stringMatching(/^Authorise is left out: /),
        'A script holds no card numbers and no security codes: put placeholders such as {{CARD_SECURITY_CODE_1}} in their place.',
      ],
    });
  });

  it('is not written on production, nor with no request in it', async () => {
    const { request: saved } = await save(request({ body: '${nobody}' }));
    await expect(exported([saved.id])).rejects.toMatchObject({ problem: { code: 'nothing-for-k6' } });
    setProfile({ ...profile, environment: 'production' });
    await expect(exported([saved.id])).rejects.toMatchObject({ problem: { code: 'k6-on-production' } });
    expect(savedText).toBeNull();
  });
});
