import fc from 'fast-check';
import type { HeaderList } from '@shared/http/exchange';
import type { RequestSpec } from '@shared/requests/request-spec';
import { escapeRequest } from '@shared/requests/variables';

/** A request below the base URL, with what is special about it. */
export type Asked = Partial<Omit<RequestSpec, 'operation' | 'target' | 'headers'>> & {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: HeaderList;
  readonly secret?: readonly string[];
};

export function specOf({
  method = 'POST',
  path = '/',
  headers = [],
  secret = [],
  ...rest
}: Asked): RequestSpec {
  return escapeRequest({
    ...{ version: 1, operation: 'free', target: { method, path } },
    ...{ pathParameters: {}, query: [], body: null, ...rest },
    headers: headers.map(([name, value]) => ({ name, value, secret: secret.includes(name) })),
  });
}

const AWKWARD = `'"\\$HOME $(id) \`id\` !! !$ !-1 %s %% ~ #x & | ; < > * ? [a] {a,b} (x) \\n \\' \\!`;
const LINES = `{\n  "it's": "100% !important",\n\t"!!": "!x"\n}\n`;
export const NASTY: readonly (readonly [what: string, asked: Asked])[] = [
  ['quotes, backslashes, dollars, backticks and exclamation marks', { body: AWKWARD }],
  ['the same in several lines', { body: `${AWKWARD}\n${AWKWARD}\n\n${AWKWARD}` }],
  ['JSON in lines', { body: LINES, headers: [['content-type', 'application/json']] }],
  ['CRLF, and a lone CR', { body: 'a\r\nb\rc\r\n' }],
  ['NUL and other control characters', { body: 'a\u0000b\u001b[31m\u0007\u007f\u0085' }],
  ['text beyond ASCII', { body: 'é€😀\u200d\u202e\u2028\ufeff' }],
  ['no body', {}],
  ['an empty body', { body: '' }],
  ['an empty body of a GET', { method: 'GET', body: '' }],
  ['a GET', { method: 'GET' }],
  ['a HEAD', { method: 'HEAD' }],
  ['a DELETE with a body', { method: 'DELETE', body: '{}' }],
  ['a method of its own', { method: "X-!'$*" }],
  ['a body that is the name of a file', { body: '@/etc/passwd' }],
  ['a body like an option', { body: '--next' }],
  ['a body like a command of zsh', { body: '=ls' }],
  ['only spaces', { body: ' \t ' }],
  ['line breaks at the end', { body: 'a\n\n\n' }],
  ['many quotes', { body: "'".repeat(2_000) }],
  [
    'headers',
    {
      headers: [
        ['x-awkward', AWKWARD],
        ['X-Empty', ''],
        ['x-twice', '1'],
        ['X-Twice', '2'],
        ['x-twice', '1'],
        ['x-latin', 'caf\u00e9 !important \u00a0\u00ff'],
        ['x-file', '@/etc/passwd'],
        ['x-option', '-o /tmp/x'],
        ['x-end', 'semicolon;'],
        ["x!#$%&'*+-.^_`|~", '1'],
        ['x-long', 'a b!'.repeat(2_000)],
        ['accept', 'text/plain'],
        ['User-Agent', 'of my own'],
      ],
    },
  ],
  [
    'an address with everything',
    {
      path: "/a%2Fb/c%20d/!'()*~$&+,;=:@/{id}//e/",
      pathParameters: { id: AWKWARD },
      query: [
        ['flag', null],
        ['empty', ''],
        ['a', AWKWARD],
        ['a', '{a,b}[1-3]'],
        ['é', '€'],
        ['', 'nameless'],
      ],
    },
  ],
  ['brackets and braces as they are', { method: 'GET', path: '/a[1-3]/b' }],
  ['a query without anything', { method: 'GET', path: '/a?' }],
  ['a secret header', { headers: [['x-house', AWKWARD]], secret: ['x-house'] }],
];

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...AWKWARD, '\n', '\r\n', '\t') },
  { weight: 1, arbitrary: fc.constantFrom('a', 'é', '€', '😀', '\u0000', '\u2028', '\ufeff') },
);
const text = fc.string({ unit: character, maxLength: 40 });
const value = fc
  .string({ unit: fc.constantFrom(...AWKWARD, 'é', '\t'), maxLength: 30 })
  .map((words) => words.trim());
export const anything: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', "X!'$"),
  path: fc.constantFrom('/', '/a/{id}', '/{id}?a={b', '//{id}/%2F/', "/!'()*~$&+,;=:@/{id}"),
  pathParameters: fc.record({ id: text.filter((id) => id !== '') }),
  query: fc.array(fc.tuple(text, fc.option(text, { nil: null })), { maxLength: 3 }),
  headers: fc.array(
    fc.tuple(fc.constantFrom('x-a', 'X-A', 'accept', 'Content-Type', 'user-agent', 'Accept-Encoding'), value),
    { maxLength: 4 },
  ),
  body: fc.option(text, { nil: null }),
});
