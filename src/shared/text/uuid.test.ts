import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../testing/processor-ms.fixture';
import { findUuids, plainUuid, readUuids } from './uuid';

const A = '11111111-0000-4000-8000-00000000000a';
const B = '22222222-0000-4000-8000-00000000000b';

it('finds ids anywhere in a text, each once, even those that touch each other', () => {
  expect(findUuids(`id=${A.toUpperCase()}, then ${B}.`)).toEqual([A, B]);
  const encoded = encodeURIComponent(`https://app.example/sessions/${A}/`);
  expect(readUuids(`next=${encoded}&id=%22${B}%22`)).toMatchObject({
    uuids: [A, B],
    duplicates: 0,
    broken: [],
  });
  // A second paste right after the first.
  expect(findUuids(A + B)).toEqual([A, B]);
  expect(readUuids(`${A}${A}\n${B} ${A}`)).toMatchObject({ uuids: [A, B], duplicates: 2, broken: [] });
});

it.each([
  ['non-breaking hyphens, as from Word', '\u2011'],
  ['Unicode hyphens', '\u2010'],
  ['dashes', '\u2013'],
  ['minus signs', '\u2212'],
  ['full-width hyphens', '\uff0d'],
  ['zero-width spaces after its hyphens', '-\u200b'],
  ['soft hyphens beside its hyphens', '\u00ad-'],
  ['direction marks beside its hyphens, as from a chat', '\u200e-\u2069'],
])('finds an id with %s, which looks the same to a person', (_which, hyphen) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  const pasted = `Session ${id.replace(/-/g, hyphen)}, please`;
  expect(readUuids(pasted)).toMatchObject({ uuids: [id], duplicates: 0, broken: [] });
});

it.each([
  [
    'the source of an e-mail, where = is written =3D',
    (id: string) => `<a href=3D"https://shop.example/?session=3D${id}">`,
  ],
  ['a log, where a line break is two characters', (id: string) => `{"message":"Session:\\n${id}\\nfailed"}`],
  [
    'JSON with escaped punctuation',
    (id: string) => `"https://shop.example/?id\\u003d${id}\\u0026from\\u003dmail"`,
  ],
  [
    'the source of an e-mail, whose lines of 76 characters end with =',
    (id: string) => `Session ${id.slice(0, 20)}=\r\n${id.slice(20)}, please`,
  ],
  [
    'an e-mail that broke it after a hyphen',
    (id: string) => `Session ${id.slice(0, 24)}\r\n${id.slice(24)}, please`,
  ],
  ['a reply to such an e-mail', (id: string) => `> Session ${id.slice(0, 24)}\n> ${id.slice(24)}, please`],
])('finds an id in %s', (_which, textWith) => {
  expect(readUuids(textWith(A))).toMatchObject({ uuids: [A], duplicates: 0, broken: [] });
});

it('loses no whole id after one that was cut at a hyphen', () => {
  expect(readUuids(`${B.slice(0, 24)}\n${A}`)).toMatchObject({
    uuids: [A],
    duplicates: 0,
    broken: [B.slice(0, 24)],
  });
  expect(findUuids(`id=\n${A}`)).toEqual([A]);
});

it('finds ids without hyphens, as databases print them, but only if there is nothing else: a trace id looks the same', () => {
  const bare = A.replaceAll('-', '');
  expect(readUuids(` ${bare.toUpperCase()}\n${B.replaceAll('-', '')}, ${bare}\n`)).toMatchObject({
    uuids: [A, B],
    duplicates: 1,
    broken: [],
  });
  for (const quoted of [`["${bare}", "${B.replaceAll('-', '')}"]`, `{${bare}}\n'${B.replaceAll('-', '')}'`])
    expect(readUuids(quoted)).toMatchObject({ uuids: [A, B], broken: [] });
  expect(findUuids(`trace ${bare}`)).toEqual([]);
  expect(findUuids(`{"trace":"${bare}"}`)).toEqual([]);
  expect(findUuids(`${bare}\n${B}`)).toEqual([B]);
});

it('finds an id that stands alone in groups without hyphens, as it is spelled on the phone; not two other numbers', () => {
  const bare = A.replaceAll('-', '');
  for (const spelled of [
    A.replaceAll('-', ' '),
    ` ${bare.replace(/.{4}/g, '$& ')}`,
    bare.split('').join(' '),
  ])
    expect(readUuids(spelled)).toMatchObject({ uuids: [A], duplicates: 0, broken: [] });
  // Two cards have no letters, and two span ids are longer groups.
  expect(findUuids('4111 1111 1111 1111 5555 5555 5555 4444')).toEqual([]);
  expect(findUuids('00f067aa0ba902b7 53995c3f42cd8ad8')).toEqual([]);
  expect(findUuids(`${A.slice(0, 8)}\n${bare.slice(8, 20)}\n${bare.slice(20)}`)).toEqual([]);
});

it('finds an id that stands alone with spaces or a line break in it, where nothing else can be meant', () => {
  for (const pasted of [
    A.replaceAll('-', ' - '),
    `${A.slice(0, 20)}\n  ${A.slice(20)} `,
    A.replaceAll('-', ' \u2013 '),
  ])
    expect(readUuids(pasted)).toEqual({ uuids: [A], duplicates: 0, broken: [], entries: [A] });
  expect(findUuids(`${A.slice(0, 20)}\n${A.slice(20)} 0`)).toEqual([]);
});

it('tells the id that a text is, but takes none out of any other text, nor for a number that may be a trace id', () => {
  const bare = A.replaceAll('-', '');
  for (const pasted of [
    A,
    ` ${A}\n`,
    `\u200b${A.slice(0, 9)}\u00ad${A.slice(9)}`,
    A.replaceAll('-', '\u2013'),
  ])
    expect(plainUuid(pasted)).toBe(A);
  expect(plainUuid(A.replaceAll('-', ' '))).toBe(A);
  for (const other of [bare, `id ${A}`, `${A} ${B}`, '', A.padEnd(200)]) expect(plainUuid(other)).toBeNull();
});

it('takes no id out of a longer run of letters and digits', () => {
  expect(findUuids(`x${A}`)).toEqual([]);
  expect(findUuids(`2F${A}`)).toEqual([]);
  expect(findUuids(`${A}0`)).toEqual([]);
  expect(findUuids(`${A}${B.slice(0, 20)}`)).toEqual([]);
});

describe('an entry that is not an id, but seems meant as one', () => {
  const SHORT = A.slice(0, -1);
  const brokenOf = (text: string): string[] => readUuids(text).broken;

  it('is reported in a list: an id that lacks a digit, one that was cut, one with a space in it, a number', () => {
    expect(readUuids(`${A}\n${SHORT}\n${B}\n${A}`)).toMatchObject({
      uuids: [A, B],
      duplicates: 1,
      broken: [SHORT],
    });
    expect(brokenOf(`${A}\r\n11111111-0000\r\n`)).toEqual(['11111111-0000']);
    expect(brokenOf(`${A}, ${B}, 11111111-0000`)).toEqual(['11111111-0000']);
    expect(brokenOf(`${A}\n22222222-0000-4000 -8000-00000000000b`)).toEqual([
      '22222222-0000-4000 -8000-00000000000b',
    ]);
    expect(brokenOf(`${A}\n4711\n4711\nnot1`)).toEqual(['4711', 'not1']);
  });

  it('is an id without hyphens where other lines have one with them, as in a table; not a trace id elsewhere', () => {
    const bare = '33333333000040008000aaaaaaaaaaaa';
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect(brokenOf(`id,name,trace\n${A},Ada,${trace}\n${bare},Bob,${trace}`)).toEqual([bare]);
    expect(brokenOf(`name\tid\nAda\t${A}\nBob\t${bare}`)).toEqual([bare]);
    expect(brokenOf(`Two of today:\n1. Session ${A}\n2. Session ${bare}\ntrace ${trace}`)).toEqual([bare]);
    expect(brokenOf(`Please look at ${A}, trace ${trace}`)).toEqual([]);
    expect(brokenOf(`"sessionId": "${A}",\n"traceId": "${trace}"`)).toEqual([]);
  });

  it('is listed with the ids in the order of the text, each once', () => {
    const orderOf = (text: string): string[] => readUuids(text).entries;
    expect(orderOf(`${SHORT}\r\n\r\n${B}\n 4711 \n${A}\n${B}\n4711`)).toEqual([SHORT, B, '4711', A]);
    expect(orderOf(`${A} 11111111-0000 ${B}, then ${SHORT}`)).toEqual([A, B, SHORT]);
    expect(orderOf(`11111111-0000 ${A} 22222222-0000 ${B}${A}`)).toEqual([
      '11111111-0000',
      A,
      '22222222-0000',
      B,
    ]);
    expect(orderOf(`${B}\n${A}`)).toEqual([B, A]);
  });

  it('is reported in any text if it is long enough to be nothing else', () => {
    expect(brokenOf(`Please look at ${SHORT} and https://shop.example/sessions/${B}0.`)).toEqual([
      SHORT,
      `${B}0`,
    ]);
    expect(brokenOf(A.replace('11111111', '1111l1O1'))).toEqual([A.replace('11111111', '1111l1O1')]);
    expect(brokenOf(`x${A} ${A}${B.slice(0, 20)}`)).toEqual([`x${A}`, `${A}${B.slice(0, 20)}`]);
  });

  it('is an id with a space or a line break in it, in any text, as one entry', () => {
    const parts = `${A.slice(0, 28)} ${A.slice(28)}`;
    expect(brokenOf(`Session ${parts} failed`)).toEqual([parts]);
    expect(brokenOf(`> Session ${A.slice(0, 28)}\r\n> ${A.slice(28)}, please`)).toEqual([parts]);
    const [start, end] = [A.slice(0, 5), A.slice(5)];
    expect(readUuids(`First ${B}, and then a\n${start}\n${end} failed`)).toMatchObject({
      uuids: [B],
      broken: [`${start} ${end}`],
      entries: [B, `${start} ${end}`],
    });
    // Too long for one id.
    expect(brokenOf(`Session ${A.slice(0, 20)} ${A.slice(20)}0 failed`)).toEqual([]);
  });

  it('is nothing of what surrounds the ids in an e-mail, a log or a table', () => {
    const mail = `Hi Ada,\n\ncase 4711 of 2026-11-21, card 4111-1111-1111-1111, phone 1-800-555-0199:\n${A}\n${B}\n\nThanks,\nTom\n+49 30 1234567\n2026-11-21`;
    const log = `2026-11-21T02:44:52.123Z INFO [api-7d9f8b6c5d-x2k4p] traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 session=${A} amount=13591`;
    expect(brokenOf(mail)).toEqual([]);
    expect(brokenOf(log)).toEqual([]);
    expect(brokenOf(`session_id\tname\n${A}\tAda 1815-12-10\n${B}\tFoo-bar-2`)).toEqual([]);
    expect(brokenOf(`Sessions\n1. ${A} 2026-11-21\n2. ${B} 1700000000000`)).toEqual([]);
    expect(brokenOf('no ids 1234')).toEqual([]);
  });

  const uuid = fc.uuid();
  /** A UUID after one wrong keystroke or paste. */
  const brokenId = fc
    .tuple(uuid, fc.nat(35), fc.constantFrom('drop', 'double', 'letter', 'cut', 'space'))
    .map(([id, at, how]) => {
      const [before, after] = [id.slice(0, at), id.slice(at + 1)];
      if (how === 'drop') return before + after;
      if (how === 'double') return before + (id[at] ?? '').repeat(2) + after;
      if (how === 'letter') return `${before}o${after}`;
      return how === 'cut' ? id.slice(0, Math.max(at, 12)) : `${id.slice(0, 18)} ${id.slice(18)}`;
    });

  it('no line of a list is lost: it is an id or reported, and reported again when the entries are read again', () => {
    const lines = fc.array(fc.oneof(uuid, brokenId), { maxLength: 20 });
    const eol = fc.constantFrom('\n', '\r\n', ',\n', '\n\n');
    fc.assert(
      fc.property(uuid, lines, eol, (first, rest, end) => {
        const all = [first, ...rest];
        const { uuids, duplicates, broken, entries } = readUuids(all.join(end));
        expect(uuids.length + duplicates + all.filter((line) => !uuids.includes(line)).length).toBe(
          all.length,
        );
        const told = broken.map((line) => line.replace(/,$/, ''));
        expect(all.filter((line) => !uuids.includes(line) && !told.includes(line))).toEqual([]);
        expect(readUuids(entries.join('\n'))).toEqual({ uuids, duplicates: 0, broken, entries });
      }),
    );
  });
});

it('takes time in proportion to a pasted text, also with a rule of dashes in it', () => {
  const text = `${A}\n${'-'.repeat(200_000)}\n${B}`;
  expect(processorMs(() => expect(findUuids(text)).toEqual([A, B]))).toBeLessThan(3_000);
});
