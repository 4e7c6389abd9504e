import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import { succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useColumnLayout, type ColumnLayout } from './column-layout';
import type { GridColumn } from './columns';
import DataTable from './DataTable.vue';
import type { ExportOrigin } from './export-name';
import { RowTable } from './row-table';
import TableBar from './TableBar.vue';

const COLUMNS: readonly GridColumn<string>[] = [
  { id: 'name', label: 'Name', width: 100, compare: 'words', value: (name) => name },
];

let mounted: VueWrapper;
let begun: { suggestedName: string; columns: readonly string[] }[];
let written: unknown[];
/** Ends an export, in place of main. */
let finish: () => Promise<string>;

function activate(activeId: string): void {
  const profiles = [testingProfile({ id: 'p' }), testingProfile({ id: 'q' })];
  useProfilesStore().accept({ profiles, activeId, notice: null });
}

beforeEach(() => {
  begun = [];
  written = [];
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(),
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
    noteShownProfile: () => Promise.resolve(succeed(null)),
    beginExport: (asked: (typeof begun)[number]) => {
      begun.push(asked);
      return Promise.resolve(succeed({ exportId: 'e', path: `/exports/${asked.suggestedName}` }));
    },
    writeExport: ({ part }: { part: unknown }) => {
      written.push(part);
      return Promise.resolve(succeed(null));
    },
    finishExport: () => finish().then((path) => succeed({ path, bytes: 3 })),
  });
  finish = () => Promise.resolve('/exports/people.csv');
  setActivePinia(createPinia());
  activate('p');
});
afterEach(() => {
  mounted.unmount();
  vi.unstubAllGlobals();
});

function tableOf(...names: readonly string[]): RowTable<string> {
  const table = new RowTable<string>(COLUMNS);
  table.append(names);
  return table;
}

interface Given {
  readonly table?: RowTable<string>;
  readonly layout?: ColumnLayout<string>;
  readonly jsonHolds?: string;
  readonly busy?: boolean;
  readonly from?: ExportOrigin;
  readonly fileColumns?: readonly GridColumn<string>[];
}

function show(given: Given = {}): VueWrapper {
  mounted = mount(DataTable<string>, {
    attachTo: document.body,
    props: {
      ...{
        label: 'People',
        what: 'people',
        one: 'person',
        fileName: 'people',
        openNumber: null,
        jsonOf: JSON.stringify,
      },
      ...{ table: tableOf('Ada', 'Grace'), layout: useColumnLayout('people', shallowRef(COLUMNS)) },
      ...given,
    },
  });
  return mounted;
}

const formats = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];

async function openExport(): Promise<void> {
  await mounted.get('[data-part="export"]').trigger('keydown', { key: 'Enter' });
  await flushPromises();
}

it('does not say that no row has the words while only some of the rows can be shown', async () => {
  const table = tableOf('Ada', 'Grace');
  table.filter.value = 'Ada';
  table.condition.value = () => false;
  show({ table });
  expect(mounted.text()).toContain('None of these people has “Ada”.');
  table.condition.value = () => true;
  await flushPromises();
  expect(mounted.text()).not.toContain('None of these');
});

it('says of each format what is in the file: whole rows, or what the host says', async () => {
  show();
  await openExport();
  expect(formats().map((item) => item.getAttribute('aria-label'))).toEqual([
    'CSV: the columns shown, for a spreadsheet',
    'JSON: whole people, as one array',
    'NDJSON: whole people, one on each line',
  ]);
  mounted.unmount();
  show({ jsonHolds: 'a summary of each' });
  await openExport();
  expect(formats().map((item) => item.getAttribute('aria-label'))).toEqual([
    'CSV: the columns shown, for a spreadsheet',
    'JSON: a summary of each, as one array',
    'NDJSON: a summary of each, one on each line',
  ]);
});

async function exportAs(name: 'CSV' | 'JSON'): Promise<void> {
  await openExport();
  formats()
    .find((item) => item.getAttribute('aria-label')?.startsWith(`${name}:`))
    ?.click();
  await flushPromises();
}

it.each([
  ['another table is shown', () => mounted.setProps({ table: tableOf('Alan') })],
  ['the profile changes', () => activate('q')],
  ['its rows are asked for again', () => mounted.setProps({ busy: true })],
  ['a row changes', (table: RowTable<string>) => table.replace([[0, 'Augusta']])],
  ['a row is added', (table: RowTable<string>) => table.append(['Alan'])],
] as const)('drops what it said about an export when %s', async (_when, change) => {
  const table = tableOf('Ada', 'Grace');
  show({ table });
  await exportAs('CSV');
  expect(mounted.text()).toContain('Exported 2 rows');
  await change(table);
  await flushPromises();
  expect(mounted.text()).not.toContain('Exported');
});

it('says nothing over another table about an export that ends then', async () => {
  let end: (path: string) => void = () => undefined;
  finish = () => new Promise((resolve) => (end = resolve));
  show();
  await exportAs('CSV');
  expect(mounted.text()).toContain('Exporting: 2 of 2 rows');
  await mounted.setProps({ table: tableOf('Alan') });
  end('/exports/people.csv');
  await flushPromises();
  expect(mounted.text()).not.toMatch(/Exporting|Exported/);
});

it('keeps what it said about an export made while rows arrive, until they have all arrived', async () => {
  const table = tableOf('Ada', 'Grace');
  show({ table, busy: true });
  await exportAs('CSV');
  table.append(['Alan']);
  await flushPromises();
  expect(mounted.text()).toContain('Exported 2 rows');
  await mounted.setProps({ busy: false });
  expect(mounted.text()).not.toContain('Exported');
});

it('suggests a file name that says from which profile and of when the rows are, also of some of them', async () => {
  const profile = { name: 'Shop', environment: 'production' } as const;
  const table = tableOf('Ada', 'Grace');
  show({ table, from: { profile, readAt: new Date('2026-11-29T12:30:59Z') } });
  await exportAs('JSON');
  table.selection.toggle(1);
  await exportAs('CSV');
  expect(begun.map(({ suggestedName }) => suggestedName)).toEqual([
    'people-shop-production-2026-11-29T12-30Z.json',
    '1-person-shop-production-2026-11-29T12-30Z.csv',
  ]);
});

it('writes the columns of the file after those that are shown, and says so in the menu', async () => {
  const fileColumns: readonly GridColumn<string>[] = [
    { id: 'length', label: 'Length', width: 0, compare: 'number', value: ({ length }) => length },
  ];
  show({ fileColumns });
  await exportAs('CSV');
  expect(begun).toMatchObject([{ columns: ['name', 'length'] }]);
  expect(written).toEqual([
    {
      kind: 'cells',
      records: [
        ['Ada', 3],
        ['Grace', 5],
      ],
    },
  ]);
  await openExport();
  expect(formats()[0]?.getAttribute('aria-label')).toBe(
    'CSV: the columns shown, with length, for a spreadsheet',
  );
});

it('heads a column of the file with its unit, which the grid does not repeat', async () => {
  const columns = [{ ...(COLUMNS[0] ?? expect.fail()), head: 'name_in_full' }];
  show({ layout: useColumnLayout('units', shallowRef(columns)) });
  await exportAs('CSV');
  expect(begun).toMatchObject([{ columns: ['name_in_full'] }]);
});

it('heads copied rows with what a column counts, as the grid does', async () => {
  const copyText = vi.fn(() => Promise.resolve(succeed(null)));
  Object.assign(window.explorer, { copyText });
  const columns = [{ ...(COLUMNS[0] ?? expect.fail()), unit: 'letters' }];
  show({ layout: useColumnLayout('units', shallowRef(columns)) });
  mounted.getComponent(TableBar).vm.$emit('copyRows');
  await flushPromises();
  expect(copyText).toHaveBeenCalledWith({
    what: '2 rows',
    text: expect.stringMatching(/^Name, letters\r?\nAda/),
  });
});
