import { describe, expect, it } from 'vitest';
import { importCurl } from './curl';
import { notesOf, openRequestOf, requestOf } from './curl.fixture';

describe('commands copied from browsers', () => {
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

  it('for a POSIX shell with escaped quotes, and for Windows', () => {
    for (const quote of [`''\\'''`, `$'\\''`]) {
      expect(requestOf(`curl -d ${quote} -d 'n=a@"\n' http://a.example`).body).toBe(`'&n=a@"\n`);
    }
    const forWindows = 'curl -d {\\"a\\":\\"C:\\\\\\"} ^\r\n -H "x: y" http://a.example';
    expect(requestOf(forWindows)).toMatchObject({
      body: '{"a":"C:\\"}',
      headers: [expect.anything(), ['x', 'y']],
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

  it('for cmd.exe, as older browsers write it', () => {
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

  it('with a prompt, a variable assignment and a path before it', () => {
    expect(requestOf('$ TOKEN=x sudo /usr/bin/curl -sSL psp.example').url).toBe('http://psp.example/');
  });
});

describe('a command copied with what a console shows', () => {
  const sent = { method: 'POST', url: 'https://a.example/', body: '{\n "a": 1\n}' };

  it.each([
    ['bash', '$ curl https://a.example \\\n>   -d \'{\n>  "a": 1\n> }\'\n{"id": 7}\n$ '],
    ['zsh', 'me@host ~ % curl https://a.example \\\nquote> -d \'{\nquote>  "a": 1\nquote> }\''],
    ['PowerShell', 'PS C:\\> curl.exe https://a.example `\r\n>> -d \'{\n>>  "a": 1\n>> }\''],
  ])('loses the prompts of its other lines: %s', (_shell, command) => {
    expect(requestOf(command)).toMatchObject(sent);
  });

  it('keeps what only looks like one', () => {
    expect(requestOf("curl https://a.example -d 'a\n> b'").body).toBe('a\n> b');
    expect(requestOf("$ curl https://a.example -d 'a\nb\n> c'").body).toBe('a\nb\n> c');
  });

  it.each([
    ['posix', '\\'],
    ['powershell', '`'],
    ['cmd', '^'],
  ] as const)('goes on after blanks that a page put at the end of a line, for %s', (shell, mark) => {
    const imported = importCurl(`curl https://a.example ${mark} \t\n  -d a=b`, shell);
    expect(imported.ok && imported.value.request).toMatchObject({ method: 'POST', body: 'a=b' });
    expect(imported.ok && imported.value.notes).toEqual([]);
  });
});

describe('a command that others stand before', () => {
  it.each(['set -e\n', 'cat body.json | jq . |\n  ', 'cd shop && ', '(cd shop; '])(
    'is read: %j',
    (before) => {
      const command = `${before}curl https://a.example -d @-`;
      expect(openRequestOf(command)).toMatchObject({ url: 'https://a.example/', body: '${input}' });
      expect(notesOf(command)[0]).toBe('Only the curl command was read; what stands before it was left out.');
    },
  );

  it('is the first one with curl', () => {
    expect(requestOf('wget a.example\ncurl b.example\ncurl c.example').url).toBe('http://b.example/');
  });
});
