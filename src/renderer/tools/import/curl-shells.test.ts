import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { processorMs } from '@shared/testing/processor-ms.fixture';
import { StandIns } from '@shared/import/stand-ins';
import { importCurl } from './curl';
import { notesOf, openRequestOf, requestOf } from './curl.fixture';
import { guessShell } from './shell-words';
import { posixWords } from './shell-words-posix';

// From about_Quoting_Rules, about_Special_Characters and PowerShell's tokenizer; no PowerShell runs here.
describe('a PowerShell command', () => {
  const bodyOf = (command: string): unknown => requestOf(command).body;
  const refusalOf = (command: string): string => {
    const imported = importCurl(command);
    return imported.ok ? `read as ${JSON.stringify(imported.value.request)}` : imported.problem.meaning;
  };

  it('reads a doubled quote as one for curl.exe', () => {
    expect(bodyOf(`curl.exe https://a.example -d 'it''s'`)).toBe("it's");
    expect(bodyOf(`curl.exe https://a.example -d '''quoted'''`)).toBe("'quoted'");
    expect(bodyOf(`C:\\Windows\\System32\\curl.exe https://a.example -d 'it''s'`)).toBe("it's");
    // bash joins them without a quote.
    expect(bodyOf(`curl https://a.example -d 'it''s'`)).toBe('its');
    expect(notesOf(`curl https://a.example -d 'it''s'`)).toEqual([expect.stringContaining('PowerShell')]);
    expect(notesOf(`curl https://a.example -d '' -H 'a: b'`)).toEqual([]);
  });

  it('reads typographic quotes as quotes', () => {
    expect(bodyOf('curl.exe https://a.example -d \u2018{"a": 1}\u2019')).toBe('{"a": 1}');
    expect(bodyOf('curl.exe https://a.example -d \u201ca b\u201d')).toBe('a b');
    expect(bodyOf('curl.exe https://a.example -d "a b\u201e')).toBe('a b');
    expect(bodyOf('curl.exe https://a.example -d \u201ait\u2019\u2019s\u201b')).toBe('it\u2019s');
    expect(bodyOf('curl.exe https://a.example -d "it\u2019s"')).toBe('it\u2019s');
    expect(refusalOf("curl.exe https://a.example -d 'it\u2019s'")).toContain('without a blank (line 1)');
    expect(bodyOf('curl.exe https://a.example -d @\u2018\n\u201ca\u201d\n\u2019@')).toBe('\u201ca\u201d');
  });

  it('reads `u{…} as a character if it names one', () => {
    expect(bodyOf('curl.exe https://a.example `\n -d "`u{1F600}`u{e9}"')).toBe('😀é');
    expect(bodyOf('curl.exe https://a.example `\n -d a`u{2014}b')).toBe('a\u2014b');
    expect(bodyOf("curl.exe https://a.example `\n -d '`u{1F600}'")).toBe('`u{1F600}');
    expect(bodyOf('curl.exe https://a.example -d @"\n`u{41}\n"@')).toBe('A');
    expect(notesOf('curl.exe https://a.example `\n -d "`u{41}"')).toEqual([
      expect.stringContaining('PowerShell 7'),
    ]);
    for (const wrong of ['`u{110000}', '`u{}', '`u{1F600', '`u{1234567}'])
      expect(refusalOf(`curl.exe https://a.example \`\n -d "${wrong}"`)).toContain(
        'names no character (line 2)',
      );
  });

  it.each([
    `$body = @'\n{"a":\n"it's"}\n'@\ncurl.exe https://a.example -d $body`,
    `$body = '{"a":\n"it''s"}'; curl.exe https://a.example -d $Body`,
    `PS C:\\> $body = @'\r\n{"a":\n"it's"}\r\n'@\r\nPS C:\\> curl.exe https://a.example -d $body`,
    `$a = '{"a":'\n\${b} = @"\n$a\n"it's"}\n"@\n\ncurl.exe https://a.example --data "\${b}"`,
    `$body = '{"a":\n"it''s"}' # a comment\n$unused = 'x'\ncurl.exe https://a.example \`\n  --data=$body`,
  ])('inserts a variable that an earlier line sets to text: %j', (command) => {
    expect(bodyOf(command.replace('--data=', '-d'))).toBe('{"a":\n"it\'s"}');
  });

  it.each([
    [
      '$body = @{ a = 1 } | ConvertTo-Json\ncurl.exe https://a.example -d $body',
      '$body is set to something that is not plain text (line 1)',
    ],
    ['\n$body = Get-Content x.json\ncurl.exe https://a.example -d $body', '(line 2)'],
    ["$body = 'a' + 'b'\ncurl.exe https://a.example -d $body", '(line 1)'],
    ["$body = 'a'\ncurl.exe https://a.example -d $body.Length", 'What follows $body is not read (line 2)'],
    ["$body = 'a\ncurl.exe https://a.example -d $body", 'is not closed'],
    ["curl.exe https://a.example `\n -d 'a'.Length", 'without a blank (line 2)'],
  ])('rejects other expressions: %j', (command, words) => {
    expect(refusalOf(command)).toContain(words);
  });

  it('has something in the place of an unset variable, and says so', () => {
    for (const command of [
      'curl.exe https://a.example `\n -d "$x"',
      'curl.exe https://a.example `\n -d $x',
      'curl.exe https://a.example -d @"\n$x\n"@',
    ]) {
      expect(openRequestOf(command).body).toBe('${x}');
      expect(notesOf(command)).toEqual([expect.stringContaining('$x has no value here')]);
    }
    expect(notesOf("curl.exe https://a.example -d @'\n$x\n'@")).toEqual([]);
    expect(bodyOf('curl.exe https://a.example -d @"\n`$x ""\n"@')).toBe('$x ""');
  });
});

describe('a caret before a quotation mark', () => {
  it('is sent in a command for bash', () => {
    expect(requestOf(`curl 'https://a.example' -d ^"a b"`).body).toBe('^a b');
    expect(requestOf(`curl https://a.example -H 'x-a: b' -d x^"a"`).body).toBe('x^a');
    expect(requestOf(`curl https://a.example \\\n -d x^"a"^"b"`).body).toBe('x^a^b');
  });

  it('is rejected if the shell is ambiguous', () => {
    const imported = importCurl('curl https://a.example -d x^"a"');
    expect(imported.ok ? '' : imported.problem.meaning).toContain('cmd.exe takes it away, bash sends it');
  });

  it('is removed in a command copied for cmd.exe', () => {
    expect(requestOf('curl ^"https://a.example^" -d ^"a b^"').body).toBe('a b');
  });
});

describe('a bash command', () => {
  it.each([
    `-d 'it''s'`,
    `'x' -d ^"a b"`,
    `'x' -d x^"a"^b`,
    `-H 'a: b' -d a^'b c'`,
    `'‘a’' -d “a\\ b”`,
    `-d '\`u{41}' $'\\''`,
    `-d ''`,
  ])('is split as a real bash splits it: %s', async (words) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `printf '%s\\0' curl ${words}`]);
    expect(guessShell(`curl ${words}`)).toBe('posix');
    expect(posixWords(`curl ${words}`, new StandIns(''))).toMatchObject({
      words: stdout.split('\0').slice(0, -1),
    });
  });
});

it.each([
  ['in one string', `curl "${'$('.repeat(20_000)}"`],
  ['in many strings', `curl ${'"$(" '.repeat(8_000)}`],
])('a command whose $( have no end, %s, takes time in proportion to its length', (_where, command) => {
  expect(processorMs(() => importCurl(command))).toBeLessThan(3_000);
});
