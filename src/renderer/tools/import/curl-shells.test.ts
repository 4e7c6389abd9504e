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

describe('an input that is written in a bash command', () => {
  it.each([
    'curl https://a.example -d @- <<EOF\n{"a": "it\'s \\"b\\"",\n "p": "\\$1 \\\\ \\`"}\nEOF\necho next',
    'X=\'y z\'\ncurl -X PUT <<-\'END OF\' https://a.example -T - | jq .\n\t{"a": "$X \\$"}\n\tEND OF\n',
    'X=\'y "z"\'; curl https://a.example --json @- << EOF -H "a: b"\n{"x": "$X"} \\\n more\nEOF',
    'cat <<"EOF" | curl https://a.example -d @-\n$HOME\nEOF\n',
    'cat > other <<EOF; curl https://a.example -d @- <<< "a  $((1 + 1))" -v\nb\nEOF\n',
    'curl https://a.example -d @- <<<\'{"a":\n1}\'',
    'cat <<A > x; curl -d @- a.example <<B\n1\nA\n2\nB\n',
    'curl https://a.example -d @-<<EOF\nEOF',
    'curl https://a.example -d @-<<<a 2>&1',
  ])('is read as a real bash passes it: %j', async (command) => {
    const script = `curl() { printf '%s\\0' curl "$@"; cat; }; cd "$(mktemp -d)"; jq() { cat; }; ${command.replace('echo next', '')}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    const words = stdout.split('\0');
    const reading = posixWords(command.replace('$((1 + 1))', '2'), new StandIns(''));
    expect(reading).toMatchObject({ ok: true, words: words.slice(0, -1), input: words.at(-1) });
  });

  it('is what is sent, as curl sends each', () => {
    const sent = (option: string): unknown =>
      requestOf(`curl https://a.example ${option} <<EOF\n{\n"a": 1}\nEOF`).body;
    expect(sent('-d @-')).toBe('{"a": 1}');
    expect(sent('--data-binary @-')).toBe('{\n"a": 1}\n');
    expect(sent('--json @-')).toBe('{\n"a": 1}\n');
    expect(sent('--data-urlencode a@-')).toBe('a=%7B%0A%22a%22%3A+1%7D%0A');
    expect(sent('-T -')).toBe('{\n"a": 1}\n');
    expect(sent('-d x')).toBe('x');
    const forWindows = 'curl https://a.example -d @- <<EOF\r\n{\r\n"a": 1}\r\nEOF\r\n';
    expect(requestOf(forWindows).body).toBe('{"a": 1}');
    expect(notesOf(forWindows)).toEqual([]);
  });

  it('has variables for what only the shell knows, and is not that of another command', () => {
    const command = 'curl https://a.example -d @- <<EOF\n{"id": "$ID", "at": $(date +%s)}\nEOF';
    expect(openRequestOf(command).body).toBe('{"id": "${ID}", "at": ${date}}');
    expect(openRequestOf('jq . <<EOF | curl https://a.example -d @-\n1\nEOF').body).toBe('${input}');
    expect(openRequestOf('jq . <<<1 | curl https://a.example -d @-').body).toBe('${input}');
  });

  it('that does not end is rejected', () => {
    const imported = importCurl('curl https://a.example -d @- <<EOF\n{"a": 1}');
    expect(imported.ok ? '' : imported.problem.meaning).toContain('<<EOF is not closed');
  });
});

it.each([
  ['in one string', `curl "${'$('.repeat(20_000)}"`],
  ['in many strings', `curl ${'"$(" '.repeat(8_000)}`],
])('a command whose $( have no end, %s, takes time in proportion to its length', (_where, command) => {
  expect(processorMs(() => importCurl(command))).toBeLessThan(3_000);
});
