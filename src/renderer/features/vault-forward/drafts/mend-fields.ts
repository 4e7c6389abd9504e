import type { DraftFields } from '@shared/vault-forward/draft';
import type { DraftFinding } from '@shared/vault-forward/finding';
import { applyEdits } from '@shared/text/text-edits';

/** The fields that a finding's fix changes; null if it has no fix, or one that changes something else. */
export function mendFields(fields: DraftFields, { where, mend }: DraftFinding): Partial<DraftFields> | null {
  if (mend === undefined) return null;
  const { offset: from, length, insert } = mend;
  const mended = (text: string): string => applyEdits(text, [{ from, to: from + length, insert }]) ?? text;
  switch (where.field) {
    case 'destinationUrl':
    case 'method':
      return { [where.field]: mended(fields[where.field]) };
    case 'headers':
    case 'serviceHeaders': {
      const { part } = where;
      if (part === undefined) return null;
      return {
        [where.field]: fields[where.field].map((row, index) =>
          index === where.index ? { ...row, [part]: mended(row[part]) } : row,
        ),
      };
    }
    default:
      return null;
  }
}
