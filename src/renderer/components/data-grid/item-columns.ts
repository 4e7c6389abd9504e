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

/** Items are parsed on demand; this many stay parsed. */
const MAX_PARSED = 2_000;
const parsed = new Map<JsonItem, JsonObject | null>();

/** The item as an object; null when it is not one. */
export function fieldsOf(item: JsonItem): JsonObject | null {
  const known = parsed.get(item);
  if (known !== undefined) return known;
  const fields = asObject(parseJson(item.text));
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(item, fields);
  return fields;
}

/** A field as text, digit for digit; null when it is null or absent. */
export function valueOf(item: JsonItem, name: string): string | null {
  const value = fieldsOf(item)?.[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : writtenOf(item, name);
}

/** A number as the service wrote it: JSON.parse would round a long one. */
function writtenOf(item: JsonItem, name: string): string | null {
  const read = parseJsonTree(item.text);
  if (!read.ok || read.tree.root.kind !== 'object') return null;
  const member = read.tree.root.members.filter(({ key }) => key === name).pop();
  return member ? sourceOf(read.tree, member.value) : null;
}

/** Shows absent, null, empty and unexpected values differently. */
function showOf(item: JsonItem, name: string): ShownCell {
  const value: Json | undefined = fieldsOf(item)?.[name];
  if (value === undefined) return { text: 'not given', tone: 'muted' };
  if (value === null) return { text: 'null', tone: 'muted' };
  if (value === '') return { text: '(empty text)', tone: 'muted' };
  return { text: valueOf(item, name) ?? '' };
}

/** The ID, shortened in the middle; its tooltip and copies have all of it. */
export function showId(item: JsonItem): ShownCell {
  const shown = showOf(item, 'id');
  return shown.tone === undefined ? { text: shortenMiddle(shown.text) } : shown;
}

function showTime(item: JsonItem, name: string): ShownCell {
  const shown = showOf(item, name);
  const time = shown.tone === undefined ? parseDateTime(shown.text) : null;
  if (time === null) return shown.tone === undefined ? { ...shown, tone: 'warning' } : shown;
  // The column's head says that it is UTC.
  return { text: formatMoment(time).replace(/ UTC$/, '') };
}

/** The time as sent, and in this computer's time zone. */
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
    grows: more.compare === 'words',
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
