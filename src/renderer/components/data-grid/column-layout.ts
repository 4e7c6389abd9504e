import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { parseJson } from '@shared/json/parse-json';
import { asObject, type Json } from '../facts/json';
import { clampWidth, type GridColumn, type SizedColumn } from './columns';

/** Which columns a table shows and how wide they are: names and numbers only, remembered by the window. */
export interface ColumnLayout<Row> {
  readonly all: Readonly<Ref<readonly GridColumn<Row>[]>>;
  readonly shown: ComputedRef<readonly SizedColumn<Row>[]>;
  isShown(columnId: string): boolean;
  /** The last shown column cannot be hidden. */
  setShown(columnId: string, shown: boolean): void;
  widthOf(columnId: string): number;
  /** In pixels, kept within bounds. */
  resize(columnId: string, width: number): void;
  /** Restores the initial columns and widths. */
  reset(): void;
  /** Restores the initial width of a column. */
  resetWidth(columnId: string): void;
}

/** Maps by column id, because a service may name a field anything, even `constructor`. */
interface Choices {
  readonly shown: ReadonlyMap<string, boolean>;
  readonly widths: ReadonlyMap<string, number>;
}

const NO_CHOICES: Choices = { shown: new Map(), widths: new Map() };

export function useColumnLayout<Row>(
  name: string,
  all: Readonly<Ref<readonly GridColumn<Row>[]>>,
  storage: Pick<Storage, 'getItem' | 'setItem'> = window.localStorage,
): ColumnLayout<Row> {
  const key = `columns of ${name}`;
  const choices = shallowRef(readChoices(storage.getItem(key)));
  watch(choices, (now) => storage.setItem(key, writeChoices(now)));

  const isShown = (columnId: string): boolean => {
    const column = all.value.find(({ id }) => id === columnId);
    return column !== undefined && (choices.value.shown.get(columnId) ?? column.hiddenAtFirst !== true);
  };
  const widthOf = (columnId: string): number => {
    const column = all.value.find(({ id }) => id === columnId);
    return clampWidth(choices.value.widths.get(columnId) ?? column?.width ?? 0);
  };

  return {
    all,
    shown: computed(() =>
      all.value
        .filter(({ id }) => isShown(id))
        .map((column): SizedColumn<Row> => {
          const isChosen = choices.value.widths.has(column.id);
          return { ...column, width: widthOf(column.id), grows: column.grows === true && !isChosen };
        }),
    ),
    isShown,
    setShown(columnId, shown) {
      const others = all.value.filter(({ id }) => id !== columnId && isShown(id));
      if (!shown && others.length === 0) return;
      choices.value = { ...choices.value, shown: new Map(choices.value.shown).set(columnId, shown) };
    },
    widthOf,
    resize(columnId, width) {
      const widths = new Map(choices.value.widths).set(columnId, clampWidth(width));
      choices.value = { ...choices.value, widths };
    },
    reset: () => (choices.value = NO_CHOICES),
    resetWidth(columnId) {
      const widths = new Map(choices.value.widths);
      widths.delete(columnId);
      choices.value = { ...choices.value, widths };
    },
  };
}

/** The remembered choices, as far as they are valid. */
function readChoices(text: string | null): Choices {
  const json = text === null ? null : asObject(parseJson(text));
  if (json === null) return NO_CHOICES;
  return {
    shown: pick(json.shown, (value) => (typeof value === 'boolean' ? value : null)),
    widths: pick(json.widths, (value) => (typeof value === 'number' ? clampWidth(value) : null)),
  };
}

function writeChoices({ shown, widths }: Choices): string {
  return JSON.stringify({ shown: Object.fromEntries(shown), widths: Object.fromEntries(widths) });
}

function pick<Value>(from: Json | undefined, read: (value: Json) => Value | null): Map<string, Value> {
  const picked = new Map<string, Value>();
  for (const [name, value] of Object.entries(asObject(from) ?? {})) {
    const known = read(value);
    if (known !== null) picked.set(name, known);
  }
  return picked;
}
