import { parseJson } from '@shared/json/parse-json';
import { parseJsonTree, sourceOf } from '@shared/json/json-tree';
import { exactLocal, formatMoment, parseDateTime, zoneOfComputer } from '@shared/text/format-time';
import type { GridColumn, ShownCell } from './columns';
import { shortenMiddle } from '@renderer/tools/shorten-middle';
import { asObject, type Json, type JsonObject } from '../facts/json';

/** One item of a list. */
export interface JsonItem {
  /** JSON text exactly as the service wrote it. */
  readonly text: string;
}

/** Items are parsed when they are looked at; so many stay parsed. */
const MAX_PARSED = 2_000;
const parsed = new Map<JsonItem, JsonObject | null>();

/** The item as an object; null when it is none. */
export function fieldsOf(item: JsonItem): JsonObject | null {
  const known = parsed.get(item);
  if (known !== undefined) return known;
  const fields = asObject(parseJson(item.text));
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(item, fields);
  return fields;
}

/** A field as text, digit for digit; null where the item has null or nothing. */
export function valueOf(item: JsonItem, name: string): string | null {
  const value = fieldsOf(item)?.[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : writtenOf(item, name);
}

/** A number as it is written: JSON.parse would round a long one. */
function writtenOf(item: JsonItem, name: string): string | null {
  const read = parseJsonTree(item.text);
  if (!read.ok || read.tree.root.kind !== 'object') return null;
  const member = read.tree.root.members.filter(({ key }) => key === name).pop();
  return member ? sourceOf(read.tree, member.value) : null;
}

/** Absent, null, empty and unexpected values are told apart. */
function showOf(item: JsonItem, name: string): ShownCell {
  const value: Json | undefined = fieldsOf(item)?.[name];
  if (value === undefined) return { text: 'not given', tone: 'muted' };
  if (value === null) return { text: 'null', tone: 'muted' };
  if (value === '') return { text: '(empty text)', tone: 'muted' };
  return { text: valueOf(item, name) ?? '' };
}

/** The ID shortened in the middle; whole in its hint and when copied. */
export function showId(item: JsonItem): ShownCell {
  const shown = showOf(item, 'id');
  return shown.tone === undefined ? { text: shortenMiddle(shown.text) } : shown;
}

function showTime(item: JsonItem, name: string): ShownCell {
  const shown = showOf(item, name);
  const time = shown.tone === undefined ? parseDateTime(shown.text) : null;
  if (time === null) return shown.tone === undefined ? { ...shown, tone: 'warning' } : shown;
  // The head of the column says that it is UTC.
  return { text: formatMoment(time).replace(/ UTC$/, '') };
}

/** As it was sent, and on the clock of this computer. */
function timeHint(item: JsonItem, name: string): string {
  const value = valueOf(item, name) ?? '';
  const time = parseDateTime(value);
  return time === null ? value : `${value}\nhere ${exactLocal(time, zoneOfComputer())}`;
}

export function itemColumn(
  name: string,
  label: string,
  more: Partial<GridColumn<JsonItem>>,
): GridColumn<JsonItem> {
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

export function timeColumn(name: string, label: string): GridColumn<JsonItem> {
  return itemColumn(name, label, {
    width: 148,
    compare: 'time',
    show: (item) => showTime(item, name),
    hint: (item) => timeHint(item, name),
  });
}
