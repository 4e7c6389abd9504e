import { describe, expect, it } from 'vitest';
import { openRequestOf, requestOf } from './curl.fixture';

describe('a file in a command', () => {
  const bodyOf = (options: string) => openRequestOf(`curl https://a.example ${options}`).body;

  it('has a variable in its place, wherever its text would be sent', () => {
    expect(bodyOf('-d a=1 -d @dir/body.json -d b=2')).toBe('a=1&${body.json}&b=2');
    expect(bodyOf('--json @body.json')).toBe('${body.json}');
    expect(bodyOf('--data-urlencode n@f --data-urlencode @f')).toBe('n=${f}&${f}');
    expect(openRequestOf('curl https://a.example/x -T up')).toMatchObject({ method: 'PUT', body: '${up}' });
    expect(openRequestOf('curl https://a.example -G -d @q --url-query x').url).toBe(
      'https://a.example/?${q}',
    );
    expect(openRequestOf('curl https://a.example --url-query n@f').url).toBe('https://a.example/?n=${f}');
  });

  it('that is uploaded into a folder has its name in the URL, as curl writes it', () => {
    for (const [url, expected] of [
      ['', '/u%20p.json'],
      ['/', '/u%20p.json'],
      ['/files/?a=b', '/files/u%20p.json?a=b'],
      ['/files', '/files'],
      ['/files?x=/', '/files?x=/'],
    ])
      expect(requestOf(`curl -T 'dir/u p.json' https://a.example${url}`).url).toBe(
        `https://a.example${expected}`,
      );
    expect(requestOf('curl -T - https://a.example/').url).toBe('https://a.example/');
    expect(openRequestOf('curl -T "$FILE" https://a.example/').url).toBe('https://a.example/${FILE}');
  });

  it('is a part of the form with its name, or as < wants it, a field', () => {
    const body = bodyOf(
      `-F purpose=x -F file=@/tmp/receipt.pdf -F 'named=@"/tmp/a b";filename=c.txt;type=text/plain' -F 'text=<note.txt' -F 'odd=@x.bin;filename="x;y.png"'`,
    );
    expect(body).toContain('name="purpose"\r\n\r\nx\r\n');
    expect(body).toContain(
      'name="file"; filename="receipt.pdf"\r\nContent-Type: application/pdf\r\n\r\n${receipt.pdf}\r\n',
    );
    expect(body).toContain('name="odd"; filename="x;y.png"\r\nContent-Type: image/png\r\n');
    expect(body).toContain('name="named"; filename="c.txt"\r\nContent-Type: text/plain\r\n\r\n${a_b}\r\n');
    expect(body).toContain('name="text"\r\nContent-Type: text/plain\r\n\r\n${note.txt}\r\n');
  });

  it('has the type that a real curl gives it by its name', () => {
    for (const [part, type] of [
      ['@a.PDF', 'application/pdf'],
      ['@a.json', 'application/octet-stream'],
      ['@a.bin;filename=b.htm', 'text/html'],
      ['@a.svg;filename=b.bin', 'image/svg+xml'],
      ['<a.jpeg', 'image/jpeg'],
    ])
      expect(bodyOf(`-F 'f=${part}'`)).toContain(`\r\nContent-Type: ${type}\r\n\r\n\${a`);
    expect(bodyOf(`-F 'f=<a.bin'`)).not.toContain('Content-Type');
  });

  it('is read at once if a text of many blanks is beside it', () => {
    const begun = performance.now();
    expect(bodyOf(`-F 'f=@a' -F 't=x${' '.repeat(100_000)}x;type=text/plain'`)).toContain('x\r\n');
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('has a variable of its own, which the app gives no value', () => {
    expect(bodyOf('-d @one/a -d @two/a -d @one/a')).toBe('${a}&${a_2}&${a}');
    expect(bodyOf('-d @uuid')).toBe('${uuid_2}');
    expect(bodyOf(`-d standin0z -d @f -d '\${f}'`)).toBe('standin0z&${f}&$${f}');
  });
});
