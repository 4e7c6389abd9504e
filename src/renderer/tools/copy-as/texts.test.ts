import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import type { CopyableRequest } from './copyable';
import { copyAsFetch } from './fetch';
import { copyAsHttpie } from './httpie';
import { COPY_FORMATS, copyAs } from './copy-as';
import { copyAsPythonRequests } from './python-requests';
import { bodyBytes, requestsTo } from './requests.fixture';

const isSecret = secretHeaderTest([]);
/** For requests whose cookies have to arrive unchanged. */
const nothingSecret = (): boolean => false;
const samples = (count: number): CopyableRequest[] =>
  fc.sample(requestsTo('https://api.example:8443'), count);
const SET_BY_TOOL = new Set(['host', 'content-length']);

/** A request's own headers after joining fields of the same name: lower-case name to value. */
function joinedHeaders({ headers }: CopyableRequest): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (SET_BY_TOOL.has(key)) continue;
    const before = joined[key];
    joined[key] = before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`;
  }
  return joined;
}

/** Runs programs in one Python process whose `requests` records what it is told to send. */
const RUN_PYTHON = `
import ast, base64, json, os, sys, types
os.environ.update({"PAYMENTS_API_TOKEN": "token", "HEADER_X_API_KEY": "key"})
calls = []
def request(method, url, headers=None, data=b"", allow_redirects=True):
    calls.append({
        "method": method, "url": url, "redirects": allow_redirects,
        "headers": {name.lower(): value for name, value in headers.items()},
        "data": base64.b64encode(data).decode(),
    })
    return types.SimpleNamespace(status_code=200, text="")
sys.modules["requests"] = types.SimpleNamespace(request=request)
for program in json.load(sys.stdin):
    ast.parse(program)
    exec(program, {"print": lambda *words: None})
print(json.dumps(calls))`;

function runPython(programs: readonly string[]): unknown {
  const output = execFileSync('python3', ['-c', RUN_PYTHON], {
    input: JSON.stringify(programs),
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { PATH: process.env.PATH, PYTHONIOENCODING: 'utf-8' },
  });
  const calls: unknown = JSON.parse(output);
  return calls;
}

describe('copyAsPythonRequests', () => {
  it('produces Python that requests the same method, URL, headers and body', () => {
    const requests = samples(200);
    const absent = { 'accept-encoding': null, accept: null, connection: null };
    expect(runPython(requests.map((request) => copyAsPythonRequests(request, nothingSecret).text))).toEqual(
      requests.map((request) => {
        const { origin, pathname, search } = new URL(request.url);
        return {
          method: request.method,
          url: `${origin}${pathname}${search}`,
          redirects: false,
          headers: { ...absent, ...joinedHeaders(request) },
          data: Buffer.from(bodyBytes(request)).toString('base64'),
        };
      }),
    );
  });

  it('reads secrets from variables', () => {
    const { text } = copyAsPythonRequests(
      {
        method: 'GET',
        url: 'https://api.example/',
        headers: [
          ['authorization', MASKED],
          ['x-api-key', 'canary'],
        ],
        body: null,
      },
      isSecret,
    );
    expect(runPython([text])).toMatchObject([
      { headers: { authorization: 'Bearer token', 'x-api-key': 'key' } },
    ]);
  });
});

it.each([
  ['/caf%C3%A9?a=%2F&b=x~', []],
  ['/caf%c3%a9', ['Some %XX of the URL are written in another way.']],
  ['/a?b=%7E%41', ['Some %XX of the URL are written in another way.']],
  ['/100%/a', ['Some characters of the URL are written as %XX.']],
  ['/a|b', ['Some characters of the URL are written as %XX.']],
])('Python requests and HTTPie say what they change of %s', (path, changes) => {
  const request = { method: 'GET', url: `https://api.example${path}`, headers: [], body: null };
  for (const copy of [copyAsPythonRequests, copyAsHttpie])
    expect(copy(request, isSecret).notes.filter((note) => note.includes('%XX'))).toEqual(changes);
});

it('fetch says what it joins, and what it leaves to Node', () => {
  const headers: CopyableRequest['headers'] = [
    ['host', 'api.example'],
    ['x-tag', 'a'],
    ['X-Tag', 'b'],
    ['expect', '100-continue'],
    ['content-length', '2'],
  ];
  const request = { method: 'POST', url: 'https://api.example/', headers, body: '{}' };
  expect(copyAsFetch(request, isSecret).notes.slice(1)).toEqual([
    'Left out, for fetch to decide: expect.',
    'Headers of one name are joined into one.',
  ]);
});

/** Stands in for HTTPie: prints its arguments, and its input if it reads any. */
const HTTPIE = `
http() {
  printf 'w%s\\0' "$@"
  case " $* " in *' --ignore-stdin '*) ;; *) printf 'i'; od -An -v -tx1 | tr -d ' \n'; printf '\\0' ;; esac
  printf 'e\\0'
}
`;

/** For each command, HTTPie's arguments (one character per byte), and its input. */
function runHttpie(commands: readonly string[]): { words: string[]; input: Buffer | null }[] {
  const output = execFileSync('sh', { input: `${HTTPIE}${commands.join('\n')}\n`, maxBuffer: 1e8 }).toString(
    'latin1',
  );
  let words: string[] = [];
  let input: Buffer | null = null;
  const runs: { words: string[]; input: Buffer | null }[] = [];
  for (const part of output.split('\0').slice(0, -1)) {
    if (part.startsWith('w')) words.push(part.slice(1));
    else if (part.startsWith('i')) input = Buffer.from(part.slice(1), 'hex');
    else {
      runs.push({ words, input });
      words = [];
      input = null;
    }
  }
  return runs;
}

function fromUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('copyAsHttpie', () => {
  it('produces a command with the same method, URL, headers and body', () => {
    const requests = samples(150);
    const runs = runHttpie(requests.map((request) => copyAsHttpie(request, nothingSecret).text));
    requests.forEach((request, at) => {
      const { words = [], input = null } = runs[at] ?? {};
      // Arguments are UTF-8: unlike curl, HTTPie accepts nothing else.
      const texts = words.filter((word) => word !== '--ignore-stdin').map(fromUtf8);
      const { origin, pathname, search } = new URL(request.url);
      expect(texts.slice(0, 3)).toEqual(['--path-as-is', request.method, `${origin}${pathname}${search}`]);
      const own = request.headers.filter(([name]) => !SET_BY_TOOL.has(name.toLowerCase()));
      expect(texts).toEqual(
        expect.arrayContaining(
          own.map(([name, value]) =>
            value === '' ? `${name};` : `${name}:${/^[=@:]/.test(value) ? '\\' : ''}${value}`,
          ),
        ),
      );
      const raw = texts.find((text) => text.startsWith('--raw='));
      const body = raw === undefined ? (input ?? Buffer.alloc(0)) : Buffer.from(raw.slice('--raw='.length));
      expect(body).toEqual(Buffer.from(bodyBytes(request)));
    });
  });
});

describe('every format', () => {
  it.each(COPY_FORMATS)('$label contains no secret', async ({ id }) => {
    await fc.assert(
      fc.asyncProperty(
        requestsTo('https://api.example'),
        fc.stringMatching(/^[a-z]{12}$/),
        async (request, canary) => {
          const headers: CopyableRequest['headers'] = [
            ...request.headers.filter(([name]) => name !== 'cookie'),
            ['Authorization', `Bearer ${canary}`],
            ['x-api-key', canary],
            ['x-vault-forward-header-Authorization', canary],
            ['x-masked', `kept-${MASKED}`],
          ];
          const { text, variables } = await copyAs(id, { ...request, headers }, isSecret);
          expect(text).not.toContain(canary);
          // MASKED alone would not do, as it also replaces whatever looks like a card number in a body.
          expect(text).not.toContain('kept-');
          expect(variables.map(({ name }) => name)).toEqual([
            'PAYMENTS_API_TOKEN',
            'HEADER_X_API_KEY',
            'DESTINATION_AUTHORIZATION',
            'HEADER_X_MASKED',
          ]);
          expect(variables.every(({ name }) => text.includes(name))).toBe(true);
        },
      ),
    );
  });
});
