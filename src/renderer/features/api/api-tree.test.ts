import { describe, expect, it } from 'vitest';
import type { DocumentSummary, OperationSummary } from '@shared/documents/document-summary';
import {
  apiRows,
  countAreas,
  describeDocument,
  findNamed,
  findTyped,
  longestMethod,
  parentOf,
  rowName,
  splitPath,
} from './api-tree';

const operation = (method: string, path: string, summary: string | null = null): OperationSummary => ({
  id: `${method} ${path}`,
  method,
  path,
  summary,
  deprecated: false,
});
const get = operation('GET', '/orders');
const documentOf = (
  id: string,
  areas: Readonly<Record<string, readonly OperationSummary[]>>,
): DocumentSummary => ({
  id,
  title: `The ${id}`,
  version: '1',
  openapi: '3.1.0',
  source: { kind: 'pasted' },
  profileIds: [],
  addedAt: null,
  problems: [],
  problemCount: 0,
  servers: [],
  areas: Object.entries(areas).map(([name, operations]) => ({
    name,
    description: null,
    counted: name !== 'Own',
    operations,
  })),
});
const shop = documentOf('shop', {
  Orders: [operation('GET', '/orders', 'All of them'), operation('POST', '/orders')],
  Refunds: [],
  Own: [operation('GET', '/status')],
});
const shown = (rows: ReturnType<typeof apiRows>) =>
  rows.map((row) => `${'·'.repeat(row.level)}${rowName(row)}`);

describe('the tree of documents', () => {
  it('reads the areas of a document the same number of times, however many there are', () => {
    const readsOf = (count: number): number => {
      const names = Array.from({ length: count }, (_, at) => `Area ${at}`);
      const { areas, ...rest } = documentOf('large', Object.fromEntries(names.map((name) => [name, [get]])));
      let reads = 0;
      const counting = {
        ...rest,
        get areas() {
          reads += 1;
          return areas;
        },
      };
      expect(apiRows([counting], new Set(), '')).toHaveLength(count + (count > 60 ? 1 : count + 1));
      return reads;
    };
    expect(readsOf(100)).toBe(readsOf(10));
  });

  it('shows areas with their operations, then areas that are only named', () => {
    expect(shown(apiRows([shop], new Set(), ''))).toEqual([
      '·The shop 1',
      '··Orders',
      '···/orders',
      '···/orders',
      '··Own',
      '···/status',
      '·Named, not described',
      '··Refunds',
    ]);
  });

  it('gives each row its position among its siblings', () => {
    const rows = apiRows([shop, documentOf('bank', { Accounts: [operation('GET', '/a')] })], new Set(), '');
    const places = rows.filter(({ level }) => level === 1).map(({ position, size }) => `${position}/${size}`);
    expect(places).toEqual(['1/3', '2/3', '3/3']);
    expect(shown(rows).filter((row) => /^·[^·]/.test(row))).toEqual([
      '·The shop 1',
      '·The bank 1',
      '·Named, not described',
    ]);
    expect(rows.find(({ kind }) => kind === 'area')).toMatchObject({ position: 1, size: 2 });
  });

  it('leaves out the contents of closed rows', () => {
    const toggled = new Set(['area shop Orders', 'named shop']);
    expect(shown(apiRows([shop], toggled, ''))).toEqual([
      '·The shop 1',
      '··Orders',
      '··Own',
      '···/status',
      '·Named, not described',
    ]);
    expect(shown(apiRows([shop], new Set(['document shop']), ''))[1]).toBe('·Named, not described');
  });

  it('starts with the areas of a large document closed', () => {
    const many = [...Array(61).keys()].map((n) => operation('GET', `/n${n}`));
    expect(apiRows([documentOf('large', { All: many })], new Set(), '')).toHaveLength(2);
    expect(apiRows([documentOf('large', { All: many })], new Set(['area large All']), '')).toHaveLength(63);
  });

  it.each([
    ['post', ['·The shop 1', '··Orders', '···/orders']],
    ['them ALL', ['·The shop 1', '··Orders', '···/orders']],
    ['refund', ['·The shop 1', '·Named, not described', '··Refunds']],
    ['own', ['·The shop 1', '··Own', '···/status']],
    ['nothing like it', []],
  ])('finds %j, and opens the rows above it', (filter, expected) => {
    const closed = new Set(['document shop', 'area shop Orders', 'area shop Own', 'named shop']);
    expect(shown(apiRows([shop], closed, filter))).toEqual(expected);
  });

  it('jumps to the next row that starts with the typed text, wrapping around at the end', () => {
    const rows = apiRows([shop], new Set(), '');
    const key = (typed: string, at: number) => findTyped(rows, at, typed)?.key;
    expect(key('o', 0)).toBe('area shop Orders');
    expect(key('o', 1)).toBe('operation shop GET /orders');
    expect(key('ow', 1)).toBe('area shop Own');
    expect(key('t', 5)).toBe('document shop');
    expect(key('x', 0)).toBeUndefined();
    expect(parentOf(rows, 3)?.key).toBe('area shop Orders');
    expect(parentOf(rows, 0)).toBeUndefined();
  });

  it('counts areas and operations', () => {
    expect(countAreas([shop])).toBe(2);
    expect(describeDocument(shop)).toBe('The shop 1 · 2 areas · 3 operations described');
    expect(describeDocument(documentOf('one', { A: [operation('GET', '/a')] }))).toBe(
      'The one 1 · 1 area · 1 operation described',
    );
  });
});

it('picks the operation whose path was typed in full on Enter, otherwise the first one found', () => {
  const rows = apiRows(
    [documentOf('pay', { A: [operation('GET', '/refunds/{id}/lines'), operation('POST', '/refunds')] })],
    new Set(),
    'refunds',
  );
  const found = (typed: string): string | undefined => {
    const row = findNamed(rows, typed);
    return row?.kind === 'operation' ? row.operation.id : undefined;
  };
  expect(found('post  /Refunds ')).toBe('POST /refunds');
  expect(found('/refunds')).toBe('POST /refunds');
  expect(found('refunds')).toBe('GET /refunds/{id}/lines');
  expect(findNamed([], 'x')).toBeUndefined();
});

it('keeps the last segment of a path whole', () => {
  expect(splitPath('/orders/{id}/refunds')).toEqual(['/orders/{id}', '/refunds']);
  expect(splitPath('/orders/')).toEqual(['/orders/']);
  expect(splitPath('/a/b/')).toEqual(['/a', '/b/']);
  expect(['/', '/orders', ''].map(splitPath)).toEqual([['/'], ['/orders'], ['']]);
});

describe('longestMethod', () => {
  it('counts all operations, whether or not their area is open', () => {
    const one = documentOf('one', { Buyers: [operation('GET', '/buyers')] });
    const other = documentOf('other', {
      Refunds: [operation('POST', '/refunds'), operation('DELETE', '/a')],
    });
    expect(longestMethod([one])).toBe(3);
    expect(longestMethod([one, other])).toBe(6);
  });
  it('is 0 without documents', () => {
    expect(longestMethod([])).toBe(0);
  });
});
