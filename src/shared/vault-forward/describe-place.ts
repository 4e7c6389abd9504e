import { lineAndColumn, type LineColumn } from '../json/positions';
import { assertNever } from '../problem';
import type { DraftFinding, DraftPlace } from './finding';

/**
 * Where a finding is, in the words of the composer.
 * @param lineAndColumn of an offset in the body.
 */
export function describePlace(where: DraftPlace, lineAndColumn: (offset: number) => LineColumn): string {
  const nth = where.index === undefined ? '' : ` ${where.index + 1}`;
  switch (where.field) {
    case 'destinationUrl':
      return 'Destination URL';
    case 'method':
      return 'Method';
    case 'paymentMethods':
      return nth === '' ? 'Cards' : `Cards, card${nth}`;
    case 'authentications':
      return nth === '' ? 'Auth' : `Auth, authentication${nth}`;
    case 'headers':
      return `Headers, header${nth}`;
    case 'serviceHeaders':
      return `Service, header${nth}`;
    case 'body': {
      const { line, column } = lineAndColumn(where.offset ?? 0);
      return `Body, line ${line}, column ${column}`;
    }
    default:
      return assertNever(where.field);
  }
}

/** A finding as text, for use where nobody can jump to its place: `Body, line 2, column 5: …`. */
export function describeFinding(
  { where, message }: Pick<DraftFinding, 'where' | 'message'>,
  body: string | null,
): string {
  return `${describePlace(where, (offset) => lineAndColumn(body ?? '', offset))}: ${message}`;
}
