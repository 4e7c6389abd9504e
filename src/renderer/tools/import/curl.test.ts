import { describe, expect, it } from 'vitest';
import { importCurl } from './curl';
import { notesOf, openRequestOf, requestOf } from './curl.fixture';

it('joins data as curl 8 does', () => {
  const bodyOf = (data: string) => requestOf(`curl https://a.example ${data}`).body;
  expect(bodyOf("-d '' -d a -d b")).toBe('a&b');
  expect(bodyOf("-d a -d ''")).toBe('a&');
  expect(bodyOf("-d ''")).toBe('');
});

describe('importCurl', () => {
  const read = (rest: string) => requestOf(`curl ${rest}`);
  const header = (rest: string, wanted: string): string[] =>
    read(rest)
      .headers.filter(([name]) => name.toLowerCase() === wanted)
      .map(([, value]) => value);

  it('unescapes brackets in a URL, unless --globoff is given', () => {
    const escaped = String.raw`'https://a.example/x?created\[gte\]=1&y=\{z\}'`;
    expect(read(escaped).url).toBe('https://a.example/x?created[gte]=1&y={z}');
    expect(notesOf(`curl ${escaped}`)).toEqual([]);
    expect(read(`-g ${escaped}`).url).toBe(String.raw`https://a.example/x?created\[gte\]=1&y=\{z\}`);
    expect(read(String.raw`'http://\[::1\]:8080/'`).url).toBe('http://[::1]:8080/');
    expect(notesOf("curl -g 'https://a.example/{1,2}'")).toEqual([]);
  });

  it('prefers a Cookie header over -b, even an empty one', () => {
    expect(header("-b a=b -H 'Cookie: c=d' https://a.example", 'cookie')).toEqual(['c=d']);
    expect(header("-b a=b -H 'Cookie:' https://a.example", 'cookie')).toEqual([]);
    expect(header('-b a=b -b c=d https://a.example', 'cookie')).toEqual(['a=b;c=d']);
  });

  it('reads a range without an end', () => {
    expect(header('-r 600 https://a.example', 'range')).toEqual(['bytes=600-']);
    expect(header('-r 0-9 https://a.example', 'range')).toEqual(['bytes=0-9']);
  });

  it('drops HTTP/2 pseudo-headers', () => {
    expect(read("-H ':authority: b.example' -H ':method: GET' https://a.example").headers).toEqual([]);
  });

  it('keeps dollar signs in a path', () => {
    const urlOf = (url: string) => requestOf(`curl '${url}'`).url;
    for (const url of ['https://a.example/$$', 'https://a.example/$&/b', 'https://a.example/$`'])
      expect(urlOf(url)).toBe(new URL(url).href);
  });

  it('escapes a backslash in a path, and notes resolved dots', () => {
    expect(read(String.raw`'https://a.example/a\b?c=\d'`).url).toBe(String.raw`https://a.example/a%5Cb?c=\d`);
    expect(notesOf(String.raw`curl 'https://a.example/a\b'`)).toEqual([
      'A backslash in the path is written as %5C here.',
    ]);
    const dots = [
      'The path has . or .. in it, which are resolved here; this command sends them as they are.',
    ];
    expect(notesOf('curl --path-as-is https://a.example/a/../b')).toEqual(dots);
    expect(notesOf('curl https://a.example/a/%2e%2E/b')).toEqual(dots);
    expect(notesOf('curl https://a.example/a/../b')).toEqual([]);
    expect(notesOf('curl --path-as-is https://a.example/a..b/.c')).toEqual([]);
  });

  it('goes to the host that curl goes to, whatever is in front of it', () => {
    expect(read(String.raw`'http://a.example\@b.example/x'`)).toMatchObject({
      url: 'http://b.example/x',
      headers: [['authorization', `Basic ${btoa('a.example\\:')}`]],
    });
    for (const refused of [String.raw`'http://a.example\/@b.example/'`, String.raw`'http:\\a.example/'`])
      expect(importCurl(`curl ${refused}`).ok).toBe(false);
  });

  it.each(['http:/a.example/x', 'http:///a.example/x', 'HTTP://a.example/x', 'a.example/x'])(
    'reads %s as a URL',
    (url) => expect(read(url).url).toBe('http://a.example/x'),
  );

  it('notes that a tab or a line break in a URL was left out', () => {
    const command = "curl 'https://a.example/a\tb\n/c'";
    expect(requestOf(command).url).toBe('https://a.example/ab/c');
    expect(notesOf(command)).toEqual(['Tabs and line breaks in the URL were left out; curl refuses them.']);
  });

  it('accepts an unambiguous abbreviation of a long option', () => {
    expect(read('--data-bin x --user-a me https://a.example')).toMatchObject({ method: 'POST', body: 'x' });
    expect(header('--user-a me https://a.example', 'user-agent')).toEqual(['me']);
  });

  it('does not pass on the secret of an AWS signature', () => {
    const command = 'curl --aws-sigv4 aws:amz:eu:s3 -u AKID:CANARY https://a.example';
    expect(JSON.stringify(importCurl(command))).not.toMatch(/CANARY|Basic/);
    expect(notesOf(command)).toEqual([expect.stringContaining('no signature of AWS is made here')]);
    expect(JSON.stringify(importCurl('curl --aws-sigv4 x https://AKID:CANARY@a.example'))).not.toMatch(
      /CANARY|Basic/,
    );
  });

  it('keeps placeholders such as <id> as text, in every shell', () => {
    expect(read('https://a.example/users/<id> -u <user>:<pass>')).toEqual({
      method: 'GET',
      url: 'https://a.example/users/%3Cid%3E',
      headers: [['authorization', `Basic ${btoa('<user>:<pass>')}`]],
      body: null,
    });
    expect(notesOf('curl https://a.example/<the id>')).toEqual([
      '<the id> is a gap to fill in; it stays as text.',
    ]);
    for (const shell of ['cmd', 'powershell'] as const) {
      const imported = importCurl('curl https://a.example/<id> -d x', shell);
      expect(imported.ok && imported.value.request).toMatchObject({
        url: 'https://a.example/%3Cid%3E',
        body: 'x',
      });
    }
    expect(read('https://a.example -d x <in >out').url).toBe('https://a.example/');
  });

  it.each([
    ['https://a.example/$(whoami)/x -d y', 'https://a.example/${whoami}/x', 'y'],
    ['https://a.example -d a=$(date "+%s )" -u)\\&b=$((1+2))', 'https://a.example/', 'a=${date}&b=${value}'],
    ['https://a.example/`id -u`x -d y', 'https://a.example/${id}x', 'y'],
    ['https://a.example -d "{`jq -n "x"`}, $(cat "a b")"', 'https://a.example/', '{${jq}}, ${cat}'],
  ])('has a variable in place of a command substitution: %s', (command, url, body) => {
    expect(openRequestOf(`curl ${command}`)).toMatchObject({ url, body });
  });

  it('rejects an unclosed command substitution', () => {
    const imported = importCurl('curl https://a.example/$(whoami -d x');
    expect(imported.ok ? '' : imported.problem.meaning).toContain('not closed');
    expect(read('https://a.example -d "it`s $(x"').body).toBe('it`s $(x');
  });

  it('reads PowerShell here-strings', () => {
    const command = 'curl.exe https://a.example -d @\'\r\n{"a":\r\n"it\'s"}\r\n\'@ -X PUT';
    expect(requestOf(command)).toMatchObject({ method: 'PUT', body: '{"a":\r\n"it\'s"}' });
    expect(requestOf('curl.exe https://a.example -d @"\na`tb\n"@').body).toBe('a\tb');
    expect(importCurl("curl.exe https://a.example -d @'\nx").ok).toBe(false);
  });

  it('treats no-break spaces as separators, except in quotes', () => {
    expect(requestOf("curl\u00a0-X\u00a0PUT https://a.example -d 'a\u00a0b'")).toMatchObject({
      method: 'PUT',
      body: 'a\u00a0b',
    });
  });

  it.each([
    '# ',
    '$ ',
    '% ',
    '> ',
    '❯ ',
    'me@host:~/dir$ ',
    '[me@host ~]# ',
    'me@host ~ % ',
    'PS C:\\Users\\me> ',
    'C:\\Users\\me>',
  ])('ignores the prompt %j', (prompt) => {
    expect(requestOf(`${prompt}curl -X PUT https://a.example`)).toMatchObject({
      method: 'PUT',
      url: 'https://a.example/',
    });
  });
});

describe('what cannot be imported', () => {
  it.each([
    ["curl 'https://a.example", 'not closed'],
    ['wget https://a.example', 'begins with the word curl'],
    ['curl -H "a: b"', 'by its URL'],
    ['curl https://a.example -F a=b -d c=d', '--form together with data'],
    ['curl https://a.example -I -F a=b', 'refuses'],
    ['curl https://a.example --config x', 'in a file'],
    ['curl -I -d a https://a.example', 'refuses'],
    ['curl ftp://a.example/', 'not an http or https URL'],
    ['curl --url @urls.txt', 'file'],
    ['curl --dat x https://a.example', 'short for several'],
    ['curl --frobnicate x https://a.example', 'is not a curl option'],
  ])('rejects %s with a message', (command, words) => {
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
      ['--frobnicate is not a curl option known here; it was left out.'],
    ],
    ['curl https://a.example/?a=1&b=2', ['Only the first command was read; what follows it was left out.']],
    [
      'curl https://a.example | jq . 2>&1',
      ['Only the first command was read; what follows it was left out.'],
    ],
    ['curl https://a.example > out.json 2>/dev/null', []],
    // That a secret has to be entered is said with all that do.
    ['curl -H "authorization: Bearer $TOKEN" https://a.example', []],
    [
      "curl https://a.example -d $'\\xe9'",
      ['A quoted string holds bytes that are not UTF-8; they were read as Latin-1.'],
    ],
    [
      'curl https://u:p@a.example',
      ['The user name and password of the URL were turned into an authorization header.'],
    ],
    ...['-H "Authorization: Bearer x"', '-H Authorization:', '-u a:b', '--oauth2-bearer x'].map(
      (given): [string, string[]] => [
        `curl https://u:p@a.example ${given}`,
        [
          'The user name and password of the URL were left out, as the command itself says which authorization is sent.',
        ],
      ],
    ),
    [
      'curl https://a.example/{1,2}',
      ['curl reads {…} and […] in a URL as several URLs; here they are part of one.'],
    ],
    ['curl -sSvi -o x --http2 --compressed https://a.example', []],
    [
      'curl https://a.example -F a=b -F scan=@x.png',
      [
        'The file x.png was not read: ${x.png} stands for its text, and nothing is sent until it is replaced or has a value.',
      ],
    ],
    [
      'curl https://a.example -F a=b -F "c=d;encoder=base64"',
      ['What encoder says of the form’s part c was left out.'],
    ],
    [
      'curl https://a.example -d a=1 -d @body.json',
      [
        'The file body.json was not read: ${body.json} stands for its text, and nothing is sent until it is replaced or has a value.',
      ],
    ],
    [
      'curl https://a.example --data-urlencode n@f',
      [
        'The file f was not read: ${f} stands for its text, percent-encoded, and nothing is sent until it is replaced or has a value.',
      ],
    ],
    [
      'curl https://a.example -H @dir/headers',
      [
        'The headers in the file headers were not read: a row named ${headers} stands for them, and nothing is sent until it is replaced.',
      ],
    ],
    [
      'curl https://a.example -b jar.txt',
      ['Cookies from a file (--cookie) cannot be read here: enter them.'],
    ],
    ["curl https://a.example -b ''", []],
    [
      'curl https://a.example -T dir/up',
      [
        'The file up was not read: ${up} stands for its text, and nothing is sent until it is replaced or has a value.',
      ],
    ],
    [
      'curl https://a.example --data-binary @-',
      [
        'The input of the command was not read: ${input} stands for its text, and nothing is sent until it is replaced or has a value.',
      ],
    ],
  ])('says what was left out of %s', (command, notes) => {
    expect(notesOf(command)).toEqual(notes);
  });
});
