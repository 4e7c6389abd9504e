import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpecHeader } from '@shared/requests/request-spec';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { splitRows, withSwitchedOff, type HeaderRow } from './header-rows';

const anyName = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('content-type', 'x-vault-forward-url', 'X-Vault-Forward-Header-', 'x-a'),
  fc.string({ maxLength: 8 }).map((name) => `x-vault-forward-header-${name}`),
);
const anyRow: fc.Arbitrary<HeaderRow> = fc.record({
  name: anyName,
  value: fc.string({ maxLength: 12 }),
  secret: fc.boolean(),
  enabled: fc.boolean(),
});

/** Places count within a field, and it does not matter which field's rows come first. */
function byField<Row extends { readonly field: string; readonly place: number }>(
  rows: readonly Row[],
): Row[] {
  const of = (wanted: string): Row[] => rows.filter(({ field }) => field === wanted);
  return [...of('headers'), ...of('serviceHeaders')].sort(
    (one, other) =>
      Number(one.field !== 'headers') - Number(other.field !== 'headers') || one.place - other.place,
  );
}

describe('header rows', () => {
  it('contain the disabled rows in their places, and are split back into the same parts', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { headers } = requestOfDraft(draft);
        const { switchedOff } = formOfDraft(draft);
        // A draft with names that the person may not set is never sent.
        fc.pre(!draft.serviceHeaders.some(({ name }) => /^(?:content-type$|x-vault-forward-)/i.test(name)));
        const rows = withSwitchedOff(headers, switchedOff);
        const split = splitRows(rows);
        expect(split.headers).toEqual(headers);
        expect(byField(split.switchedOff)).toEqual(byField(switchedOff));
        expect(rows).toHaveLength(headers.length + switchedOff.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('written by hand lose no row, and disabled ones are not sent', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), (rows) => {
        const { headers, switchedOff } = splitRows(rows);
        const sent = ({ name, value, secret }: HeaderRow): SpecHeader => ({ name, value, secret });
        expect(headers).toEqual(rows.filter(({ enabled }) => enabled).map(sent));
        expect(switchedOff).toHaveLength(rows.filter(({ enabled }) => !enabled).length);
        // Written and read again, it stays the same.
        const settled = withSwitchedOff(headers, switchedOff);
        const again = splitRows(settled);
        expect(again.headers).toEqual(headers);
        expect(withSwitchedOff(again.headers, again.switchedOff)).toEqual(settled);
      }),
      { numRuns: 1_000 },
    );
  });
});
