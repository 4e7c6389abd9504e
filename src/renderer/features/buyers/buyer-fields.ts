import type { BuyerItem } from '@shared/bridge/buyers';
import { asObject } from '@renderer/components/facts/json';
import { parseJson } from '@shared/json/parse-json';
import type { GridColumn } from '@renderer/components/data-grid/columns';
import { itemColumn, showId, timeColumn, valueOf } from '@renderer/components/data-grid/item-columns';

/** The worst finding of an item, in a word. */
function describeContract({ worst }: BuyerItem): string {
  return worst ?? 'valid';
}

/** Without findings, every row would say the same, so it is shown as soon as there is one. */
const CONTRACT: GridColumn<BuyerItem> = {
  id: 'contract',
  label: 'Findings',
  width: 92,
  compare: 'code',
  note: 'the most serious finding for each buyer',
  hiddenAtFirst: true,
  value: describeContract,
  show: (item) => ({
    text: describeContract(item),
    tone: item.worst === 'error' || item.worst === 'warning' ? item.worst : 'muted',
  }),
};

/** The fields of an item in the specification (Page envelope), and the findings of the contract check. */
export const SPECIFIED_COLUMNS: readonly GridColumn<BuyerItem>[] = [
  itemColumn('display_name', 'Display name', { width: 152, compare: 'words' }),
  itemColumn('external_identifier', 'External identifier', { width: 156, compare: 'words' }),
  itemColumn('id', 'ID', { width: 128, mono: true, show: showId, hint: (item) => valueOf(item, 'id') ?? '' }),
  timeColumn('created_at', 'Created (UTC)'),
  timeColumn('updated_at', 'Updated (UTC)'),
  CONTRACT,
  // Always the same according to the specification, so it is shown only when chosen.
  itemColumn('type', 'Type', { width: 90, hiddenAtFirst: true }),
];

const KNOWN = new Set(SPECIFIED_COLUMNS.map(({ id }) => id));

/** Marks fields of a buyer, and filters, that the specification does not list. */
export const NOT_SHOWN = 'not shown in the specification';

/** How many fields beyond those of the specification can be chosen as columns. */
const MAX_FURTHER_FIELDS = 40;

/** The names of fields, found in the items so far, that the specification does not list, in order of appearance. */
export class FurtherFields {
  private readonly names = new Set<string>();
  private anyFindings = false;

  /** True if one of the items has a new field, or the first finding. */
  note(items: readonly BuyerItem[]): boolean {
    const before = this.names.size;
    const quiet = !this.anyFindings;
    for (const item of items) {
      this.anyFindings ||= item.worst !== null;
      // Not `fieldsOf`: these items are not looked at, and would displace the ones that are from its cache.
      for (const name in asObject(parseJson(item.text))) {
        if (!KNOWN.has(name) && this.names.size < MAX_FURTHER_FIELDS) this.names.add(name);
      }
    }
    return this.names.size > before || (quiet && this.anyFindings);
  }

  columns(): readonly GridColumn<BuyerItem>[] {
    const further = [...this.names].map((name) =>
      itemColumn(name, name, { note: NOT_SHOWN, compare: 'words', hiddenAtFirst: true }),
    );
    const specified = SPECIFIED_COLUMNS.map((each) =>
      each === CONTRACT ? { ...each, hiddenAtFirst: !this.anyFindings } : each,
    );
    return [...specified, ...further];
  }
}
