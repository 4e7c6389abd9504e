import { parseJson } from '@shared/json/parse-json';
import type { Lead } from './find-leads';

/** How many values of an answer are checked for its list of leads, and how many leads the list may have. */
const MAX_VALUES = 10_000;
const MAX_LEADS = 50;

/** An id that leads somewhere, and where; several operations form a choice. */
export interface LeadOfBody {
  readonly pointerSteps: readonly string[];
  readonly id: string;
  readonly leads: readonly Lead[];
}

/** The ids of a body that lead somewhere, without duplicates, in order. Invalid JSON has none. */
export function leadsInBody(
  text: string,
  find: (steps: readonly string[], value: unknown) => readonly Lead[],
): readonly LeadOfBody[] {
  const found = new Map<string, LeadOfBody>();
  let seen = 0;
  // An explicit stack, because a body may be nested more deeply than calls can be.
  const open: { readonly steps: readonly string[]; readonly value: unknown }[] = [
    { steps: [], value: parseJson(text) },
  ];
  for (let next = open.pop(); next !== undefined && found.size < MAX_LEADS; next = open.pop()) {
    const { steps, value } = next;
    seen += 1;
    if (seen > MAX_VALUES) break;
    if (typeof value === 'object' && value !== null) {
      const parts = Object.entries(value).map(([name, part]) => ({ steps: [...steps, name], value: part }));
      // One by one, because a list may be longer than a call's maximum number of arguments.
      for (const part of parts.reverse()) open.push(part);
      continue;
    }
    const leads = find(steps, value);
    const key = JSON.stringify([
      String(value),
      leads.map(({ document, operation }) => [document, operation.id]),
    ]);
    if (leads.length > 0 && !found.has(key))
      found.set(key, { pointerSteps: steps, id: String(value), leads });
  }
  return [...found.values()];
}
