import { expect, it } from 'vitest';
import { unaskedLine } from '@shared/history/session-outcome';
import { bulkColumns, fittedColumns, fileColumnsOf, jsonOfLine, widthOfTotals } from './bulk-columns';

const BULK_COLUMNS = bulkColumns(() => new Date());
const PROFILE = { name: 'Shop', environment: 'production' } as const;

it('sorts by the number of findings, and exports it only as far as it is known', () => {
  const column = BULK_COLUMNS.find(({ id }) => id === 'findings') ?? expect.fail();
  for (const [findings, shown, written] of [
    [null, '', null],
    [1_200, '1,200', 1_200],
    [58_503, '5,000+', '5,000+'],
  ] as const) {
    const line = { ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'), findings };
    expect([column.value(line), column.show?.(line).text, column.written?.(line)]).toEqual([
      findings,
      shown,
      written,
    ]);
    expect(JSON.parse(jsonOfLine(line, PROFILE, new Date()))).toMatchObject({ findings: written });
    expect(jsonOfLine(line, PROFILE, new Date())).not.toContain('exchangeId');
  }
});

it('groups the digits of a number of cart lines, as everywhere', () => {
  const column = BULK_COLUMNS.find(({ id }) => id === 'items') ?? expect.fail();
  const line = unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting');
  expect([null, 4, 1_000].map((items) => column.show?.({ ...line, items }).text)).toEqual(['', '4', '1,000']);
});

it('shows each outcome as it is now, not as it was when it was read, and mutes what has expired', () => {
  const outcome = BULK_COLUMNS.find(({ id }) => id === 'outcome') ?? expect.fail();
  const buyer = BULK_COLUMNS.find(({ id }) => id === 'buyer') ?? expect.fail();
  const found = {
    ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'),
    outcome: 'found' as const,
    buyer: 'Ada Example',
  };
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  for (const [expiresAt, text, icon, tone, buyersTone] of [
    [inMinutes(600), 'Valid', 'valid', 'success', undefined],
    [inMinutes(10), 'Expires soon', 'soon', 'warning', undefined],
    [inMinutes(-10), 'Expired', 'expired', 'expired', 'muted'],
  ] as const) {
    const line = { ...found, expiresAt };
    expect(outcome.show?.(line)).toEqual({ text, icon, tone });
    expect(outcome.value(line)).toBe(text);
    expect(JSON.parse(jsonOfLine(line, PROFILE, new Date()))).toMatchObject({ outcome: text });
    expect(buyer.show?.(line)).toEqual({ text: 'Ada Example', tone: buyersTone });
  }
});

it('gives the totals the width of the head with its unit, or of the longest total if that is wider, and “Expiry unknown” room at the expense of the names', () => {
  const line = unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting');
  const widthFor = (...totals: (string | null)[]) =>
    widthOfTotals(totals.map((total) => ({ ...line, total })));
  expect([widthFor(), widthFor(null, '999999999')]).toEqual([131, 131]);
  expect(widthFor('1', '123456789012', null)).toBe(140);
  expect(widthFor('1234567890', '1234567890123')).toBe(156);
  const changed = (columns: typeof BULK_COLUMNS) =>
    columns.flatMap(({ id, width }, at) => {
      const more = width - (BULK_COLUMNS[at]?.width ?? 0);
      return more === 0 ? [] : [[id, more]];
    });
  expect(changed(fittedColumns(141, false, BULK_COLUMNS))).toEqual([['total', 10]]);
  // The columns after the names stay where they are.
  expect(changed(fittedColumns(131, true, BULK_COLUMNS))).toEqual([
    ['outcome', 6],
    ['buyer', -6],
  ]);
});

it('limits the width of totals, so that the columns after them stay in sight: a giant one is rounded, and whole in its tooltip, a copy and an export', () => {
  const total = BULK_COLUMNS.find(({ id }) => id === 'total') ?? expect.fail();
  const lineOf = (digits: string) => ({
    ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'),
    total: digits,
  });
  const said = (digits: string) => {
    const line = lineOf(digits);
    return [total.show?.(line).text, total.hint?.(line), total.written?.(line)];
  };
  expect(said('123456789012345')).toEqual([
    '123,456,789,012,345',
    '123,456,789,012,345',
    123_456_789_012_345,
  ]);
  const giant = '1234567890123456789012345678';
  const whole = '1,234,567,890,123,456,789,012,345,678';
  expect(said(giant)).toEqual(['≈ 1.235E27', whole, giant]);
  expect(said(`-${giant}`)).toEqual(['≈ −1.235E27', `−${whole}`, `-${giant}`]);
  expect(said('-12345')).toEqual(['−12,345', '−12,345', -12_345]);
  // The widest total that is written out, with its sign.
  expect(widthOfTotals([lineOf('-123456789012345'), lineOf(giant.repeat(9))])).toBe(180);
});

it.each([
  ['found', 'no total', 'no expiry'],
  ['not found', '', ''],
] as const)('says what a session lacks, and nothing of what has none: %s', (outcome, ...words) => {
  const line = { ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'), outcome };
  const shown = ['total', 'expires_at'].map(
    (wanted) => BULK_COLUMNS.find(({ id }) => id === wanted)?.show?.(line).text,
  );
  expect(shown).toEqual(words);
});

it.each([
  ['not a session', { status: 200, message: null }, 'The answer is not a session'],
  ['without words of the service', { status: 500, message: null }, '500: the service failed'],
  ['in the words of the service', { status: 500, message: 'Try later' }, 'Try later'],
  ['a session', { outcome: 'found', status: 200, message: null }, null],
] as const)('exports why a look-up failed, as it is on the screen: %s', (_what, changes, words) => {
  const message = BULK_COLUMNS.find(({ id }) => id === 'message') ?? expect.fail();
  const line = {
    ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'),
    outcome: 'failed',
  } as const;
  expect(message.value({ ...line, ...changes })).toBe(words);
  expect(JSON.parse(jsonOfLine({ ...line, ...changes }, PROFILE, new Date()))).toMatchObject({
    message: words,
  });
});

it('exports the status, where and when each line was read', () => {
  const unasked = unaskedLine('00000000-0000-4000-8000-000000000001', 'cancelled');
  const read = { ...unasked, status: 409, readAt: '2026-11-29T12:30:00.000Z' };
  const columns = fileColumnsOf(PROFILE);
  expect(columns.map(({ id }) => id)).toEqual(['status', 'profile', 'environment', 'read_at']);
  expect(columns.map((column) => column.value(read))).toEqual([409, 'Shop', 'production', read.readAt]);
  expect(columns.map((column) => column.value(unasked))).toEqual([null, 'Shop', 'production', null]);
  expect(JSON.parse(jsonOfLine(read, PROFILE, new Date()))).toMatchObject({
    profile: 'Shop',
    environment: 'production',
    readAt: read.readAt,
  });
});

it('exports totals as whole numbers under a name that says their unit', () => {
  const line = { ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'), total: '11397' };
  const column = BULK_COLUMNS.find(({ id }) => id === 'total');
  expect(column?.head).toBe('total_in_smallest_unit');
  const json: unknown = JSON.parse(jsonOfLine(line, PROFILE, new Date()));
  expect(json).toMatchObject({ totalInSmallestUnit: 11_397 });
  expect(json).not.toHaveProperty('total');
});

it('says the day of an expiry that is years away, and the distance of a nearer one', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const column = bulkColumns(() => now).find(({ id }) => id === 'expires_at') ?? expect.fail();
  const said = (expiresAt: string) =>
    column.show?.({ ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'), expiresAt }).text;
  expect(
    ['9998-12-31T23:59:59Z', '2020-01-01T00:00:00Z', '2026-11-22T09:00:00Z', '2026-09-01T09:00:00Z'].map(
      said,
    ),
  ).toEqual(['31 Dec 9998', '1 Jan 2020', 'in 1 day', '2 months ago']);
});

it('is found by its references, which a JSON file leaves out', () => {
  const line = {
    ...unaskedLine('00000000-0000-4000-8000-000000000001', 'waiting'),
    references: 'order 20417',
  };
  expect(BULK_COLUMNS.map((column) => column.value(line))).toContain('order 20417');
  expect(jsonOfLine(line, PROFILE, new Date())).not.toContain('20417');
});
