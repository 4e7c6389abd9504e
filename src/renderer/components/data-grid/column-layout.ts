import { computed, ref, watch, type ComputedRef, type Ref } from 'vue';
import { asObject, parseJson, type Json } from '../facts/json';
import { clampWidth, type GridColumn, type SizedColumn } from './columns';

/** Which columns a table shows and how wide they are: names and numbers only, remembered by the window. */
export interface ColumnLayout<Row> {
  readonly all: Readonly<Ref<readonly GridColumn<Row>[]>>;
  readonly shown: ComputedRef<readonly SizedColumn<Row>[]>;
  isShown(columnId: string): boolean;
  /** The last one stays. */
  setShown(columnId: string, shown: boolean): void;
  widthOf(columnId: string): number;
  /** Pixels, kept within bounds. */
  resize(columnId: string, width: number): void;
  /** Columns and widths as they were at first. */
  reset(): void;
}

interface Choices {
  readonly shown: Readonly<Record<string, boolean>>;
  readonly widths: Readonly<Record<string, number>>;
}

const NO_CHOICES: Choices = { shown: {}, widths: {} };

export function useColumnLayout<Row>(
  name: string,
  all: Readonly<Ref<readonly GridColumn<Row>[]>>,
  storage: Pick<Storage, 'getItem' | 'setItem'> = window.localStorage,
): ColumnLayout<Row> {
  const key = `columns of ${name}`;
  const choices = ref(readChoices(storage.getItem(key)));
  watch(choices, (now) => storage.setItem(key, JSON.stringify(now)));

  const isShown = (columnId: string): boolean => {
    const column = all.value.find(({ id }) => id === columnId);
    return column !== undefined && (choices.value.shown[columnId] ?? column.hiddenAtFirst !== true);
  };
  const widthOf = (columnId: string): number => {
    const column = all.value.find(({ id }) => id === columnId);
    return clampWidth(choices.value.widths[columnId] ?? column?.width ?? 0);
  };

  return {
    all,
    shown: computed(() =>
      all.value
        .filter(({ id }) => isShown(id))
        .map((column): SizedColumn<Row> => ({ ...column, width: widthOf(column.id) })),
    ),
    isShown,
    setShown(columnId, shown) {
      const others = all.value.filter(({ id }) => id !== columnId && isShown(id));
      if (!shown && others.length === 0) return;
      choices.value = { ...choices.value, shown: { ...choices.value.shown, [columnId]: shown } };
    },
    widthOf,
    resize(columnId, width) {
      const widths = { ...choices.value.widths, [columnId]: clampWidth(width) };
      choices.value = { ...choices.value, widths };
    },
    reset: () => (choices.value = NO_CHOICES),
  };
}

/** What was remembered, as far as it can be understood. */
function readChoices(text: string | null): Choices {
  const json = text === null ? null : asObject(parseJson(text));
  if (json === null) return NO_CHOICES;
  return {
    shown: pick(json.shown, (value) => (typeof value === 'boolean' ? value : null)),
    widths: pick(json.widths, (value) => (typeof value === 'number' ? clampWidth(value) : null)),
  };
}

function pick<Value>(from: Json | undefined, read: (value: Json) => Value | null): Record<string, Value> {
  const picked: Record<string, Value> = {};
  for (const [name, value] of Object.entries(asObject(from) ?? {})) {
    const known = read(value);
    if (known !== null) picked[name] = known;
  }
  return picked;
}
