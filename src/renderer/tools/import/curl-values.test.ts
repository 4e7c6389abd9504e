import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { StandIns, StandInVariables } from '@shared/import/stand-ins';
import { escapeVariables, fillVariables } from '@shared/requests/variables';
import { processorMs } from '@shared/testing/processor-ms.fixture';
import { importCurl } from './curl';
import { notesOf, openRequestOf, requestOf } from './curl.fixture';
import { posixWords } from './shell-words-posix';

const bodyOf = (command: string): string | null => openRequestOf(command).body;
const urlOf = (command: string): string => openRequestOf(command).url;
const headersOf = (command: string) => Object.fromEntries(openRequestOf(command).headers);

const unset = (shown: string, variable: string, all = 'it'): string =>
  `${shown} has no value here: ${variable} stands for ${all}, and nothing is sent until it is replaced or has a value.`;
const notRun = (shown: string, variable: string): string =>
  `${shown} was not run: ${variable} stands for what it prints, and nothing is sent until it is replaced or has a value.`;

describe('a variable of a POSIX shell', () => {
  it('is a variable of the draft, in double quotes and without quotes', () => {
    const command =
      'curl "https://a.example/orders/$ORDER_ID?to=${TO}" -H "X-Shop: ${SHOP_ID}" -d "{\\"order\\":\\"$ORDER_ID\\"}" -d amount=$AMOUNT';
    expect(openRequestOf(command)).toMatchObject({
      url: 'https://a.example/orders/${ORDER_ID}?to=${TO}',
      body: '{"order":"${ORDER_ID}"}&amount=${AMOUNT}',
    });
    expect(headersOf(command)['X-Shop']).toBe('${SHOP_ID}');
    expect(notesOf(command)).toEqual(
      ['ORDER_ID', 'TO', 'SHOP_ID', 'AMOUNT'].map((name) => unset(`$${name}`, `\${${name}}`)),
    );
  });

  it.each([
    'export HOST=https://a.example TOKEN="it\'s"\ncurl $HOST/x -d "t=${TOKEN}"',
    "HOST=https://a.example; TOKEN='it'\\''s' && curl \"$HOST/x\" -d t=$TOKEN",
    '# once\n$ export HOST=https://a.example\n$ export TOKEN="it\'s"\n$ curl $HOST/x -d "t=$TOKEN"',
  ])('that is set before the command has that value: %j', (command) => {
    expect(openRequestOf(command)).toMatchObject({ url: 'https://a.example/x', body: "t=it's" });
    expect(notesOf(command)).toEqual([]);
  });

  it('that is set to what a command prints stands for that, and one that is set elsewhere for itself', () => {
    const command = 'ID=$(uuidgen)\nKEY=\'$$ID ${ID}\'\ncurl https://a.example -d $ID -d "$KEY" -d ${ID:-1}';
    expect(bodyOf(command)).toBe('${uuidgen}&$$ID $${ID}&${ID}');
    expect(notesOf(command)).toEqual([notRun('$(uuidgen)', '${uuidgen}'), unset('${ID…}', '${ID}')]);
  });

  it('stays text in single quotes, and behind a backslash', () => {
    const command = `curl https://a.example -d '$A \${B} $(c) \`d\`' -d "\\$E \\\`f\\\`" -d \\$G`;
    expect(requestOf(command).body).toBe('$A ${B} $(c) `d`&$E `f`&$G');
    expect(bodyOf(command)).toBe('$A $${B} $(c) `d`&$E `f`&$G');
    expect(notesOf(command)).toEqual([]);
  });

  it('that a value is put beside, or an argument of a script, is one too, without what is put beside it', () => {
    const command = 'curl https://a.example -d "${KEY:-sk_live_1}" -d "$1" -d "$$" -d "${#LIST[@]}" -d "$#"';
    expect(bodyOf(command)).toBe('${KEY}&${_1}&${_}&${LIST}&${__2}');
    expect(JSON.stringify([openRequestOf(command), notesOf(command)])).not.toContain('sk_live_1');
    expect(notesOf(command)[0]).toBe(unset('${KEY…}', '${KEY}'));
  });

  it('is not what a shell leaves as it is', () => {
    const command = 'curl https://a.example -d "5$ $. $% ${ ${a b} $" -d a$ -d "$"';
    expect(requestOf(command).body).toBe('5$ $. $% ${ ${a b} $&a$&$');
    expect(notesOf(command)).toEqual([]);
  });

  it('takes a dollar sign in front of it along, as it would make a text of it', () => {
    const command = 'curl https://a.example -d "\\$$PRICE"';
    expect(bodyOf(command)).toBe('${PRICE}');
    expect(notesOf(command)).toEqual([unset('$$PRICE', '${PRICE}', 'all of it')]);
  });

  it('has to be entered in a secret, and is not encoded with what is around it', () => {
    for (const given of [
      '-u "sk_test:$KEY"',
      '-u $KEY:',
      '-u "$CREDENTIALS"',
      '-H "Authorization: Bearer $TOKEN"',
      '--oauth2-bearer "$TOKEN"',
      '-b "sid=$SID"',
      '-b "$COOKIES"',
    ]) {
      const { headers } = openRequestOf(`curl https://a.example ${given}`);
      expect(headers.map(([, value]) => value)).toEqual(['']);
    }
    expect(notesOf('curl https://a.example -u "$CREDENTIALS"')).toEqual([]);
    expect(headersOf('curl "https://$USER:$PASS@a.example/x"')).toEqual({ authorization: '' });
    expect(urlOf('curl "https://$USER:$PASS@a.example/x"')).toBe('https://a.example/x');
  });

  it('may be a host, a port, or all that begins a URL', () => {
    expect(urlOf('curl "$BASE_URL/v1/orders" -G -d a=b')).toBe('${BASE_URL}/v1/orders?a=b');
    expect(urlOf('curl https://$HOST/v1#x')).toBe('https://${HOST}/v1');
    expect(urlOf('curl http://localhost:$PORT/v1')).toBe('http://localhost:${PORT}/v1');
    expect(urlOf('curl "$SCHEME://a.example/v1"')).toBe('${SCHEME}://a.example/v1');
    expect(urlOf('curl "$URL"')).toBe('${URL}');
    // A password in the URL would stay there.
    expect(importCurl('curl "https://u:CANARY@a.example:$PORT/"').ok).toBe(false);
  });

  it('may be a method, a header or its name, and text that is percent-encoded', () => {
    expect(openRequestOf('curl -X $METHOD https://a.example').method).toBe('${METHOD}');
    expect(openRequestOf('curl -H "$NAME: a" -H "$AUTH" https://a.example').headers).toEqual([
      ['${NAME}', 'a'],
      ['${AUTH}', ''],
    ]);
    const command = 'curl https://a.example --data-urlencode "n=a b$NAME" -d "m=$NAME"';
    expect(bodyOf(command)).toBe('n=a+b${NAME}&m=${NAME_2}');
    expect(notesOf(command)).toEqual([
      unset('$NAME', '${NAME}', 'it, percent-encoded'),
      unset('$NAME', '${NAME_2}'),
    ]);
  });

  it('may be the name of a file', () => {
    const command = 'curl https://a.example -F "file=@$DIR/$FILE"';
    expect(bodyOf(command)).toContain(
      'filename="${FILE}"\r\nContent-Type: application/octet-stream\r\n\r\n${_FILE}\r\n',
    );
    expect(notesOf(command)[1]).toContain('The file $FILE was not read: ${_FILE} stands for its text');
    expect(bodyOf('curl https://a.example -d "@$DIR/body.json"')).toBe('${body.json}');
  });

  it('in place of options or of a URL is not guessed at', () => {
    for (const words of [
      '$OPTIONS https://a.example',
      '-$FLAGS https://a.example',
      'https://a.example $MORE',
    ]) {
      const imported = importCurl(`curl ${words}`);
      expect(imported.ok ? '' : imported.problem.meaning).toContain('may stand for options');
    }
  });
});

it.each([
  '"$A" $A ${A} "${A}" "x$A" x"$A"y',
  `'$A' \\$A "\\$A" "\\\\$A" $'$A' '\${A}'`,
  '"{\\"a\\":\\"$A\\",\\"b\\":\\"${A}\\"}"',
  '"$A$A" "$A_" "$A-1" "$AB" "5$" $ "$." a$\'b\'',
  '"${B:-$A}" "${B:-${A}}"',
  '"$(echo "$A")" "`echo $A`" "$(echo \')\' >/dev/null; echo 1)"',
])('a value is put where a real bash puts it: %s', async (words) => {
  const { stdout } = await promisify(execFile)('bash', ['-c', `A=1 AB=1 A_=1; printf '%s\\0' curl ${words}`]);
  const standIns = new StandIns(words);
  const read = posixWords(`curl ${words}`, standIns);
  const variables = new StandInVariables(standIns.all);
  const filled = read.ok
    ? read.words.map((word) => fillVariables(variables.write(escapeVariables(word)), () => '1'))
    : [];
  expect(filled).toEqual(stdout.split('\0').slice(0, -1));
});

describe('a command inside of a command', () => {
  it('is a variable with the name of its program, and nothing else of it', () => {
    const command =
      'curl https://a.example/$(whoami) -H "Idempotency-Key: $(uuidgen)" -d "t=`date +%s`&u=$(date -u)&k=$(echo CANARY | base64)&n=$((1+2))&f=$(<x)"';
    expect(openRequestOf(command)).toMatchObject({
      url: 'https://a.example/${whoami}',
      body: 't=${date}&u=${date_2}&k=${echo}&n=${value}&f=${value_2}',
    });
    expect(headersOf(command)['Idempotency-Key']).toBe('${uuidgen}');
    expect(JSON.stringify([openRequestOf(command), notesOf(command)])).not.toContain('CANARY');
    expect(notesOf(command).slice(0, 3)).toEqual([
      notRun('$(whoami)', '${whoami}'),
      notRun('$(uuidgen)', '${uuidgen}'),
      notRun('`date …`', '${date}'),
    ]);
  });
});

describe('a variable of cmd.exe', () => {
  it('is a variable of the draft, also in quotes', () => {
    const command =
      'curl "https://a.example/orders/%ORDER_ID%?q=a%20b" ^\r\n -H "X-Shop: %SHOP%" ^\r\n -d "{\\"d\\":\\"%date:~0,4%\\"}"';
    expect(openRequestOf(command)).toMatchObject({
      url: 'https://a.example/orders/${ORDER_ID}?q=a%20b',
      body: '{"d":"${date}"}',
    });
    expect(notesOf(command)[0]).toBe(unset('%ORDER_ID%', '${ORDER_ID}'));
    expect(headersOf(command)['X-Shop']).toBe('${SHOP}');
  });

  it('shows which shell a command in one line is for', () => {
    expect(urlOf('curl "https://a.example/orders/%ORDER_ID%" -d "{\\"a\\":\\"C:\\\\x\\"}"')).toContain(
      '${ORDER_ID}',
    );
    expect(bodyOf(`curl 'https://a.example' -d "%ORDER_ID%"`)).toBe('%ORDER_ID%');
  });

  it('is not what is percent-encoded, or behind a caret', () => {
    for (const encoded of ['%C3%A9', '%E2%82%AC', 'a%2Fb%2Fc', '%AFoo%20'])
      for (const end of ['', ' ^\r\n -X GET'])
        expect(urlOf(`curl "https://a.example/${encoded}"${end}`)).toBe(`https://a.example/${encoded}`);
    expect(bodyOf('curl https://a.example ^\r\n -d ^%A^%b%')).toBe('%A%b%');
  });
});

describe('a variable of PowerShell', () => {
  it('is a variable of the draft, in double quotes and without quotes', () => {
    const command =
      'curl.exe "https://a.example/orders/$orderId" `\n -H "X-Shop: $env:SHOP_ID" `\n -d $body -d "${x y}" -d "$($order.id)" -d $order.id';
    expect(openRequestOf(command)).toMatchObject({
      url: 'https://a.example/orders/${orderId}',
      body: '${body}&${x_y}&${id}&${id}',
    });
    expect(headersOf(command)['X-Shop']).toBe('${SHOP_ID}');
    expect(notesOf(command).slice(0, 2)).toEqual([
      unset('$orderId', '${orderId}'),
      unset('$env:SHOP_ID', '${SHOP_ID}'),
    ]);
  });

  it('shows which shell a command in one line is for', () => {
    expect(urlOf('curl.exe "https://a.example/$env:ORDER_ID"')).toBe('https://a.example/${ORDER_ID}');
    expect(bodyOf('curl.exe https://a.example -d (Get-Content body.json -Raw)')).toBe('${Get-Content}');
    expect(bodyOf('curl https://a.example -d ($order | ConvertTo-Json) -H "a: b"')).toBe('${order}');
    expect(bodyOf('curl https://a.example -d "a ($b)" -d \'c ($d)\'')).toBe('a (${b})&c ($d)');
    expect(headersOf(`curl -H 'a: b' -H "c: $env:C" https://a.example`)).toEqual({ a: 'b', c: '${C}' });
  });

  it('stays text in single quotes, and behind a backtick', () => {
    expect(bodyOf("curl.exe https://a.example `\n -d '$x' -d \"`$x\" -d @'\n$x\n'@")).toBe('$x&$x&$x');
    expect(bodyOf('curl.exe https://a.example `\n -d "5$ $."')).toBe('5$ $.');
  });

  it('or a command in parentheses was not run', () => {
    const command =
      'curl.exe https://a.example `\n -H "t: $(Get-Date -UFormat %s)" -d (Get-Content "a b)" -Raw) -d ($order | ConvertTo-Json)';
    expect(bodyOf(command)).toBe('${Get-Content}&${order}');
    expect(notesOf(command)).toEqual([
      notRun('$(Get-Date …)', '${Get-Date}'),
      notRun('(Get-Content …)', '${Get-Content}'),
      notRun('($order …)', '${order}'),
    ]);
    expect(importCurl('curl.exe https://a.example `\n -d "$(x"').ok).toBe(false);
  });
});

it.each([
  ['variables', `curl https://a.example -d "${'$A$'.repeat(50_000)}"`],
  [
    'different commands',
    `curl https://a.example -d "${Array.from({ length: 20_000 }, (_, nth) => `$(a ${nth})`).join('')}"`,
  ],
  ['braces without an end', `curl https://a.example -d "${'${A:'.repeat(50_000)}"`],
  ['percent signs', `curl https://a.example ^\r\n -d "${'%A%$'.repeat(30_000)}"`],
  ['percent signs in one line', `curl https://a.example -d "${'%A'.repeat(50_000)}"`],
  ['variables of PowerShell', `curl.exe https://a.example \`\n -d "${'$A$(b)'.repeat(50_000)}"`],
  ['dollar signs of PowerShell', `curl.exe https://a.example \`\n -d "${'$'.repeat(300_000)}"`],
  ['bare dollar signs of PowerShell', `curl.exe https://a.example \`\n -d ${'$'.repeat(300_000)}`],
  ['parentheses of PowerShell', `curl.exe https://a.example \`\n -d "${'$('.repeat(50_000)}"`],
])('many %s take time in proportion to their number', (_what, command) => {
  expect(processorMs(() => importCurl(command).ok && openRequestOf(command))).toBeLessThan(3_000);
});
