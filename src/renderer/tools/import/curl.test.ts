import { describe, expect, it } from 'vitest';
import { importCurl } from './curl';
import type { ImportedRequest } from './imported-request';

function requestOf(command: string): ImportedRequest {
  const imported = importCurl(command);
  if (!imported.ok) throw new Error(`${imported.problem.title} ${imported.problem.meaning}`);
  return imported.value.request;
}

function notesOf(command: string): readonly string[] {
  const imported = importCurl(command);
  return imported.ok ? imported.value.notes : [];
}

describe('commands as browsers copy them', () => {
  it("for bash, with $'…'", () => {
    expect(
      requestOf(
        [
          "curl 'https://psp.example/v1/charges?a=b' \\",
          "  -X 'PUT' \\",
          "  -H 'accept: */*' \\",
          "  -b 'sid=1; t=2' \\",
          '  --data-raw $\'{"note":"it\\\'s \\u0021 \\xc3\\xa9\\n"}\' \\',
          '  --compressed ;',
        ].join('\n'),
      ),
    ).toEqual({
      method: 'PUT',
      url: 'https://psp.example/v1/charges?a=b',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['accept', '*/*'],
        ['cookie', 'sid=1; t=2'],
      ],
      body: '{"note":"it\'s ! é\n"}',
    });
  });

  it('for cmd.exe, as Chrome writes it today', () => {
    expect(
      requestOf(
        [
          'curl ^"https://psp.example/v1?q=a^%^20b^&c=^%^41^" ^',
          '  -H ^"content-type: application/json^" ^',
          '  -H ^"sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"140^\\^"^" ^',
          '  --data-raw ^"^{^\\^"a^\\^":^\\^"x^',
          '',
          'y ^\\^\\^\\^" ^%^PATH^%^^\\^"^}^"',
        ].join('\r\n'),
      ),
    ).toMatchObject({
      method: 'POST',
      url: 'https://psp.example/v1?q=a%20b&c=%41',
      headers: [
        ['content-type', 'application/json'],
        ['sec-ch-ua', '"Chromium";v="140"'],
      ],
      body: '{"a":"x\ny \\" %PATH%^"}',
    });
  });

  it('for cmd.exe, as older browsers wrote it', () => {
    expect(
      requestOf(
        'curl "https://psp.example/?a=b&c=d" -H "x: ""quoted""" --data-binary "{""p"":""a"^\n\n"b""}" --compressed',
      ),
    ).toMatchObject({
      url: 'https://psp.example/?a=b&c=d',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['x', '"quoted"'],
      ],
      body: '{"p":"a\nb"}',
    });
  });

  it('for PowerShell', () => {
    expect(
      requestOf(
        [
          'curl.exe -X POST `',
          "  'https://psp.example/v1' `",
          '  -H "x-a: `"b`" ``" `',
          '  -d \'{\\"a\\": \\"it\'\'s\\"}\'',
        ].join('\r\n'),
      ),
    ).toMatchObject({
      method: 'POST',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['x-a', '"b" `'],
      ],
      body: '{"a": "it\'s"}',
    });
  });

  it('with a prompt, an assignment and a path before it', () => {
    expect(requestOf('$ TOKEN=x sudo /usr/bin/curl -sSL psp.example').url).toBe('http://psp.example/');
  });
});

it('joins pieces of data as curl 8 does: nothing goes before the first that is not empty', () => {
  const bodyOf = (data: string) => requestOf(`curl https://a.example ${data}`).body;
  expect(bodyOf("-d '' -d a -d b")).toBe('a&b');
  expect(bodyOf("-d a -d ''")).toBe('a&');
  expect(bodyOf("-d ''")).toBe('');
});

describe('what cannot be taken over', () => {
  it.each([
    ["curl 'https://a.example", 'not closed'],
    ['wget https://a.example', 'begins with the word curl'],
    ['curl -H "a: b"', 'by its URL'],
    ['curl https://a.example -F file=@x', 'multipart'],
    ['curl https://a.example -d @body.json', 'file'],
    ['curl https://a.example --data-urlencode n@f', 'file'],
    ['curl https://a.example -H @headers', 'file'],
    ['curl https://a.example -T up', 'file'],
    ['curl -I -d a https://a.example', 'refuses'],
    ['curl ftp://a.example/', 'no URL of http'],
  ])('%s is refused in words', (command, words) => {
    const imported = importCurl(command);
    expect(imported.ok ? '' : imported.problem.meaning).toContain(words);
  });

  it.each([
    ['curl https://a.example -k', ['--insecure was left out: certificates are always checked here.']],
    ['curl https://a.example -x http://proxy.example', ['--proxy was left out: it has no counterpart here.']],
    [
      'curl https://a.example https://b.example',
      ['The command names several URLs; only the first was taken.'],
    ],
    [
      'curl https://a.example --frobnicate',
      ['--frobnicate is no option of curl that is known here; it was left out.'],
    ],
    ['curl https://a.example/?a=1&b=2', ['Only the first command was read; what follows it was left out.']],
    [
      'curl https://a.example | jq . 2>&1',
      ['Only the first command was read; what follows it was left out.'],
    ],
    ['curl https://a.example > out.json 2>/dev/null', []],
    [
      'curl -H "authorization: Bearer $TOKEN" https://a.example',
      ['The variable $TOKEN has no value here; it stays as text.'],
    ],
    [
      "curl https://a.example -d $'\\xe9'",
      ['A quoted text holds bytes that are no UTF-8; they were read as Latin-1.'],
    ],
    [
      'curl https://u:p@a.example',
      ['The user name and password of the URL were turned into an authorization header.'],
    ],
    [
      'curl https://a.example/{1,2}',
      ['curl reads {…} and […] in a URL as several URLs; they were taken as they are.'],
    ],
    ['curl -sSvi -o x --http2 --compressed https://a.example', []],
  ])('%s says what was left out', (command, notes) => {
    expect(notesOf(command)).toEqual(notes);
  });
});
