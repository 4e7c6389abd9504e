import type { SpecHeader } from '@shared/requests/request-spec';
import type { DraftForm } from '@shared/vault-forward/draft';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';

/** A header of a request by its name on the wire; one that is switched off is not sent. */
export interface HeaderRow extends SpecHeader {
  readonly enabled: boolean;
}

type SwitchedOff = DraftForm['switchedOff'][number];
type Field = SwitchedOff['field'];

const { downstreamPrefix } = SERVICE_HEADERS;
const OWN_FIELDS = new Set<string>([
  'content-type',
  SERVICE_HEADERS.url,
  SERVICE_HEADERS.method,
  SERVICE_HEADERS.paymentMethods,
  SERVICE_HEADERS.authentications,
]);

/** The field of the composer that has this header as a row; null for headers with a field of their own. */
function fieldOf(name: string): Field | null {
  const lower = name.toLowerCase();
  if (lower.startsWith(downstreamPrefix)) return 'headers';
  return OWN_FIELDS.has(lower) ? null : 'serviceHeaders';
}

/** The headers, with the rows that are switched off in their places. */
export function withSwitchedOff(
  headers: readonly SpecHeader[],
  switchedOff: readonly SwitchedOff[],
): HeaderRow[] {
  const left = [...switchedOff].sort((one, other) => one.place - other.place);
  const count = { headers: 0, serviceHeaders: 0 };
  const rows: HeaderRow[] = [];
  const putDue = (field: Field, all: boolean): void => {
    for (;;) {
      const at = left.findIndex((row) => row.field === field && (all || row.place <= count[field]));
      const [row] = at === -1 ? [] : left.splice(at, 1);
      if (row === undefined) return;
      const name = field === 'headers' ? downstreamPrefix + row.name : row.name;
      rows.push({ name, value: row.value, secret: row.secret, enabled: false });
      count[field] += 1;
    }
  };
  for (const header of headers) {
    const field = fieldOf(header.name);
    if (field !== null) putDue(field, false);
    rows.push({ ...header, enabled: true });
    if (field !== null) count[field] += 1;
  }
  putDue('serviceHeaders', true);
  putDue('headers', true);
  return rows;
}

/** The reverse of `withSwitchedOff`. */
export function splitRows(rows: readonly HeaderRow[]): {
  readonly headers: SpecHeader[];
  readonly switchedOff: SwitchedOff[];
} {
  const count = { headers: 0, serviceHeaders: 0 };
  const headers: SpecHeader[] = [];
  const switchedOff: SwitchedOff[] = [];
  for (const { name, value, secret, enabled } of rows) {
    const field = fieldOf(name);
    if (enabled) headers.push({ name, value, secret });
    else {
      const bare = field === 'headers' ? name.slice(downstreamPrefix.length) : name;
      const row = field ?? 'serviceHeaders';
      switchedOff.push({ field: row, place: count[row], name: bare, value, secret });
    }
    if (field !== null || !enabled) count[field ?? 'serviceHeaders'] += 1;
  }
  return { headers, switchedOff };
}
