import { describe, expect, it } from 'vitest';
import { requestOfDraft } from '../vault-forward/draft-request';
import { emptyDraft } from '../vault-forward/draft';
import { typedSecretsInUrl, typedSecretsOf } from './secret-parameters';

describe('typed secrets in a URL', () => {
  it.each([
    ['https://psp.example/a?api_key=x&token=y&api_key=z', ['api_key', 'token']],
    ['https://${host}/a?access_token=x#token=y', ['access_token']],
    ['/a?client%5Fsecret=x', ['client_secret']],
    ['https://psp.example/a?api_key=${key}&token=&next_token=x&page_token=y&limit=5', []],
    ['https://psp.example/a?api_key=••••••••', []],
    ['https://psp.example/token/secret', []],
    ['/a?key=AIza&sig=x&Signature=y&pass=z&sort_key=name', ['key', 'sig', 'Signature', 'pass']],
    ['/a?code=DE&country_code=DE&state=open', []],
    ['/a?code=SplxlOBeZQQYbYS6WxSbIA', ['code']],
  ])('%s', (url, names) => expect(typedSecretsInUrl(url)).toEqual(names));

  it('are found in the destination of a request and in its own query', () => {
    const forward = requestOfDraft({ ...emptyDraft(), destinationUrl: 'https://psp.example/?api_key=x' });
    expect(typedSecretsOf(forward)).toEqual(['api_key']);
    expect(typedSecretsOf({ ...forward, query: [['password', 'x']] })).toEqual(['password', 'api_key']);
  });
});
