import type { BuyerItem } from '@shared/bridge/buyers';
import { parseJsonTree, sourceOf } from '@shared/json/json-tree';
import { exactLocal, formatMoment, parseDateTime, zoneOfComputer } from '@shared/text/format-time';
import type { GridColumn, ShownCell } from '@renderer/components/data-grid/columns';
import { shortenMiddle } from '@renderer/tools/shorten-middle';
import { asObject, parseJson, type Json, type JsonObject } from '@renderer/components/facts/json';

/** Items are parsed when they are looked at; so many stay parsed. */
const MAX_PARSED = 2_000;
const parsed = new Map<BuyerItem, JsonObject | null>();

/** The item as an object; null when it is none. */
export function fieldsOf(item: BuyerItem): JsonObject | null {
  const known = parsed.get(item);
  if (known !== undefined) return known;
  const fields = asObject(parseJson(item.text));
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(item, fields);
  return fields;
}

/** A field as text, digit for digit; null where the item has null or nothing. */
export function valueOf(item: BuyerItem, name: string): string | null {
  const value = fieldsOf(item)?.[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : writtenOf(item, name);
}

/** A number as it is written: JSON.parse would round a long one. */
function writtenOf(item: BuyerItem, name: string): string | null {
  const read = parseJsonTree(item.text);
  if (!read.ok || read.tree.root.kind !== 'object') return null;
  const member = read.tree.root.members.filter(({ key }) => key === name).pop();
  return member ? sourceOf(read.tree, member.value) : null;
}

/** Absent, null, empty and unexpected values are told apart. */
function showOf(item: BuyerItem, name: string): ShownCell {
  const value: Json | undefined = fieldsOf(item)?.[name];
  if (value === undefined) return { text: 'not given', tone: 'muted' };
  if (value === null) return { text: 'null', tone: 'muted' };
  if (value === '') return { text: '(empty text)', tone: 'muted' };
  return { text: valueOf(item, name) ?? '' };
}

/** The ID shortened in the middle; whole in its hint and when copied. */
function showId(item: BuyerItem): ShownCell {
  const shown = showOf(item, 'id');
  return shown.tone === undefined ? { text: shortenMiddle(shown.text) } : shown;
}

function showTime(item: BuyerItem, name: string): ShownCell {
  const shown = showOf(item, name);
  const time = shown.tone === undefined ? parseDateTime(shown.text) : null;
  if (time === null) return shown.tone === undefined ? { ...shown, tone: 'warning' } : shown;
  // The head of the column says that it is UTC.
  return { text: formatMoment(time).replace(/ UTC$/, '') };
}

/** As it was sent, and on the clock of this computer. */
function timeHint(item: BuyerItem, name: string): string {
  const value = valueOf(item, name) ?? '';
  const time = parseDateTime(value);
  return time === null ? value : `${value}\nhere ${exactLocal(time, zoneOfComputer())}`;
}

function column(name: string, label: string, more: Partial<GridColumn<BuyerItem>>): GridColumn<BuyerItem> {
  return {
    id: name,
    label,
    width: 180,
    compare: 'code',
    value: (item) => valueOf(item, name),
    show: (item) => showOf(item, name),
    ...more,
  };
}

function timeColumn(name: string, label: string): GridColumn<BuyerItem> {
  return column(name, label, {
    width: 148,
    compare: 'time',
    show: (item) => showTime(item, name),
    hint: (item) => timeHint(item, name),
  });
}

/** Words for the gravest finding of an item. */
export function describeContract({ worst }: BuyerItem): string {
  return worst ?? 'valid';
}

/** Where nothing was found it would say the same on every line: it is shown as soon as there is a finding. */
const CONTRACT: GridColumn<BuyerItem> = {
  id: 'contract',
  label: 'Findings',
  width: 92,
  compare: 'code',
  note: 'the gravest finding of each buyer',
  hiddenAtFirst: true,
  value: describeContract,
  show: (item) => ({
    text: describeContract(item),
    tone: item.worst === 'error' || item.worst === 'warning' ? item.worst : 'muted',
  }),
};

/** The fields of an item by the specification (Page envelope), and what the contract check says. */
export const SPECIFIED_COLUMNS: readonly GridColumn<BuyerItem>[] = [
  column('display_name', 'Display name', { width: 152, compare: 'words' }),
  column('external_identifier', 'External identifier', { width: 156, compare: 'words' }),
  column('id', 'ID', { width: 128, mono: true, show: showId, hint: (item) => valueOf(item, 'id') ?? '' }),
  timeColumn('created_at', 'Created (UTC)'),
  timeColumn('updated_at', 'Updated (UTC)'),
  CONTRACT,
  // Constant by the specification: shown only when it is chosen.
  column('type', 'Type', { width: 90, hiddenAtFirst: true }),
];

const KNOWN = new Set(SPECIFIED_COLUMNS.map(({ id }) => id));

/** Fields beyond those of the specification that can be chosen as columns. */
const MAX_FURTHER_FIELDS = 40;

/** The names of fields in the items so far that the specification does not list, in the order of their coming. */
export class FurtherFields {
  private readonly names = new Set<string>();
  private anyFindings = false;

  /** True when one of the items has a field, or a finding, and none had before. */
  note(items: readonly BuyerItem[]): boolean {
    const before = this.names.size;
    const quiet = !this.anyFindings;
    for (const item of items) {
      this.anyFindings ||= item.worst !== null;
      for (const name in fieldsOf(item)) {
        if (!KNOWN.has(name) && this.names.size < MAX_FURTHER_FIELDS) this.names.add(name);
      }
    }
    return this.names.size > before || (quiet && this.anyFindings);
  }

  columns(): readonly GridColumn<BuyerItem>[] {
    const further = [...this.names].map((name) =>
      column(name, name, { note: 'not in the specification', compare: 'words', hiddenAtFirst: true }),
    );
    const specified = SPECIFIED_COLUMNS.map((each) =>
      each === CONTRACT ? { ...each, hiddenAtFirst: !this.anyFindings } : each,
    );
    return [...specified, ...further];
  }
}
