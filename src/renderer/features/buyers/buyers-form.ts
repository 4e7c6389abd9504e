import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import {
  DEFAULT_LOAD_CAP,
  MAX_LOADED_BUYERS,
  MAX_QUERY_PARAMETERS,
  type BuyersQuery,
  type QueryParameter,
} from '@shared/bridge/buyers';
import type { Problem } from '@shared/problem';

export interface ParameterLine {
  /** Identifies the row. */
  readonly key: string;
  name: string;
  value: string;
}

export type FormProblems = Readonly<Partial<Record<'pageSize' | 'cap' | 'parameters', Problem>>>;

/** The values typed on the Buyers screen, and the query made of them. */
export const useBuyersForm = defineStore('buyersForm', () => {
  const pageSize = ref('');
  const startCursor = ref('');
  const cap = ref(DEFAULT_LOAD_CAP.toLocaleString('en'));
  const parameters = ref<ParameterLine[]>([]);
  const problems = ref<FormProblems>({});

  // The mistake has been corrected, so the message about it, which covers the tabs, must go too.
  watch(pageSize, () => {
    const { cap: wrongCap, parameters: wrongParameters } = problems.value;
    problems.value = {
      ...(wrongCap && { cap: wrongCap }),
      ...(wrongParameters && { parameters: wrongParameters }),
    };
  });

  const used = computed(() => parameters.value.filter(({ name, value }) => name !== '' || value !== ''));

  function addParameter(name = '', value = ''): void {
    if (parameters.value.length >= MAX_QUERY_PARAMETERS) return;
    parameters.value = [...parameters.value, { key: crypto.randomUUID(), name, value }];
  }

  function removeParameter(key: string): void {
    parameters.value = parameters.value.filter((line) => line.key !== key);
  }

  /** The query of the form; null when something in it cannot be sent; `problems` then says what, beside the field. */
  function readQuery(): BuyersQuery | null {
    const limit = readPageSize(pageSize.value);
    const list = readParameters(used.value);
    problems.value = {
      ...(limit.ok ? {} : { pageSize: limit.problem }),
      ...(list.ok ? {} : { parameters: list.problem }),
    };
    if (!limit.ok || !list.ok) return null;
    const cursor = startCursor.value.trim();
    return { limit: limit.value, cursor: cursor === '' ? null : cursor, parameters: list.value };
  }

  /** The cap of a load; null when it is not valid, which `problems` then says. */
  function readCap(): number | null {
    const text = cap.value.replace(/[\s,.']/g, '');
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= MAX_LOADED_BUYERS) return value;
    const most = MAX_LOADED_BUYERS.toLocaleString('en');
    problems.value = {
      ...problems.value,
      cap: fieldProblem('Load at most', 'This is not a number of buyers.', `Enter one from 1 to ${most}.`),
    };
    return null;
  }

  /** Fills the form with a query from elsewhere. */
  function show({ limit, cursor, parameters: further }: BuyersQuery): void {
    pageSize.value = limit === null ? '' : String(limit);
    startCursor.value = cursor ?? '';
    parameters.value = [];
    for (const [name, value] of further) addParameter(name, value);
    problems.value = {};
  }

  return {
    show,
    pageSize,
    startCursor,
    cap,
    parameters,
    problems,
    used,
    addParameter,
    removeParameter,
    readQuery,
    readCap,
  };
});

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** Takes any whole number: the specification gives no range, and the service's answer beyond its range may be of interest. */
function readPageSize(text: string): Read<number | null> {
  const typed = text.trim();
  if (typed === '') return { ok: true, value: null };
  if (/^-?\d{1,9}$/.test(typed)) return { ok: true, value: Number(typed) };
  const meaning = /^-?\d+$/.test(typed)
    ? 'A page size has at most 9 digits.'
    : 'The page size is a whole number.';
  return {
    ok: false,
    problem: fieldProblem('Page size', meaning, 'Enter one, or leave the field empty.'),
  };
}

function readParameters(lines: readonly ParameterLine[]): Read<readonly QueryParameter[]> {
  const trimmed = lines.map(({ name, value }): QueryParameter => [name.trim(), value]);
  const wrong = trimmed.find(([name]) => name === '' || name === 'cursor' || name === 'limit');
  if (wrong === undefined) return { ok: true, value: trimmed };
  const [name] = wrong;
  const field = name === 'limit' ? 'Page size' : 'Start cursor';
  return {
    ok: false,
    problem:
      name === ''
        ? fieldProblem('Query parameters', 'A value has no name.', 'Name the parameter, or remove it.')
        : fieldProblem('Query parameters', `${name} has a field of its own.`, `Use ${field}.`),
  };
}

function fieldProblem(field: string, meaning: string, nextStep: string): Problem {
  return { code: 'bad-field', title: meaning, meaning, nextStep, field, detail: null };
}

/** True if both request the same rows, divided into the same pages. */
export function isSameQuery(a: BuyersQuery, b: BuyersQuery): boolean {
  return queryKey(a) === queryKey(b);
}

export function queryKey({ limit, cursor, parameters }: BuyersQuery): string {
  return JSON.stringify([limit, cursor, parameters]);
}
