import type { SessionLine } from '@shared/history/session-outcome';
import { countBriefly, writtenCount } from '@shared/http/count-findings';
import { describeReason } from './describe-reason';
import type { ProfileStamp } from '@shared/profiles/profile';
import { grouped } from '@shared/text/count-of';
import { distanceFromNow, formatMoment, parseDateTime } from '@shared/text/format-time';
import type { GridColumn, ShownCell } from '@renderer/components/data-grid/columns';
import { STATE_LABELS, stateOfLine, type StateLabel } from '@renderer/components/session/session-state';
import { stateOfFailure } from '@renderer/components/session/state-of-failure';
import { drawnAmount } from '@renderer/tools/money';
import { shortenMiddle } from '@renderer/tools/shorten-middle';

const TONES: Record<StateLabel['tone'], ShownCell['tone']> = {
  valid: 'success',
  soon: 'warning',
  expired: 'expired',
  failed: 'error',
  neutral: 'muted',
};

/** A refused token is no lack of access, although the two are counted together: a single look-up says so, too. */
function labelOf(line: SessionLine, now: Date): StateLabel {
  return line.outcome === 'no access' ? stateOfFailure(line) : STATE_LABELS[stateOfLine(line, now)];
}

function totalOf({ total }: SessionLine): string {
  return total === null ? '' : drawnAmount(BigInt(total), null);
}

/** Fifteen digits with their commas and a sign: a single longer total would push the columns after it out of sight. */
const MAX_TOTAL_LENGTH = 20;
const rounding = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 3 });

/** The total, or `≈ 1.235E27` in place of one that is too long: cut off, it would look like a different number. */
function shownTotal(line: SessionLine): string {
  const whole = totalOf(line);
  return whole.length <= MAX_TOTAL_LENGTH
    ? whole
    : `≈ ${rounding.format(BigInt(line.total ?? 0)).replace('-', '\u2212')}`;
}

/** A blank would look as if it were still to come. */
function isSession({ outcome }: SessionLine): boolean {
  return outcome === 'found' || outcome === 'expired';
}

/** As a number, unless that would change its value. */
function writtenTotal({ total }: SessionLine): number | string | null {
  const number = Number(total ?? 0);
  return total === null || !Number.isSafeInteger(number) ? total : number;
}

/** The width of the column's head, of nine digits with their commas, and of each further character, in pixels. */
const HEAD_WIDTH = 131;
const TOTAL_WIDTH = 108;
const TOTAL_LENGTH = 11;
const DIGIT_WIDTH = 8;

/** The width for the longest total as it is shown, in pixels. */
export function widthOfTotals(lines: readonly SessionLine[]): number {
  const longest = lines.reduce((most, line) => Math.max(most, shownTotal(line).length), TOTAL_LENGTH);
  return Math.max(HEAD_WIDTH, TOTAL_WIDTH + DIGIT_WIDTH * (longest - TOTAL_LENGTH));
}

/** "Expiry unknown" is wider than the other outcomes, and rare: only where it is shown, the names make room, in pixels. */
const UNKNOWN_WIDER = 6;

/** The columns with this width for totals, and room for "Expiry unknown", unless the person has changed a width. */
export function fittedColumns(
  totals: number,
  hasUnknown: boolean,
  columns: readonly GridColumn<SessionLine>[],
): readonly GridColumn<SessionLine>[] {
  const wider = hasUnknown ? UNKNOWN_WIDER : 0;
  return columns.map((column) => {
    if (column.id === 'total') return { ...column, width: totals };
    if (column.id === 'outcome') return { ...column, width: column.width + wider };
    return column.id === 'buyer' ? { ...column, width: column.width - wider } : column;
  });
}

const FAR_MS = 730 * 24 * 60 * 60 * 1_000;

/** A distance, or the day if that is years away: `in 1 day`, `31 Dec 9998`. */
function near(time: Date, now: Date, format: (time: Date) => string): string {
  if (Math.abs(time.getTime() - now.getTime()) < FAR_MS) return distanceFromNow(time, now);
  return format(time).split(' ').slice(0, 3).join(' ');
}

/**
 * The columns of a list of look-ups. `now` is the time on the service's clock; `format` writes a moment, in UTC by
 * default.
 */
export function bulkColumns(
  now: () => Date,
  format: (time: Date) => string = (time) => formatMoment(time),
): readonly GridColumn<SessionLine>[] {
  const outcomeOf = (line: SessionLine): StateLabel => labelOf(line, now());
  /** Sessions that can no longer be paid are muted. */
  const fadedOf = (line: SessionLine): ShownCell['tone'] =>
    stateOfLine(line, now()) === 'expired' ? 'muted' : undefined;
  return [
    {
      id: 'outcome',
      label: 'Outcome',
      // For "Token refused".
      width: 138,
      compare: 'words',
      value: (line) => outcomeOf(line).word,
      show: (line) => {
        const { word, icon, tone } = outcomeOf(line);
        return { text: word, icon, tone: TONES[tone] };
      },
    },
    {
      id: 'session_id',
      label: 'Session',
      width: 118,
      compare: 'code',
      mono: true,
      sticky: true,
      value: (line) => line.sessionId,
      show: (line) => ({ text: shortenMiddle(line.sessionId) }),
      hint: (line) => line.sessionId,
    },
    {
      id: 'buyer',
      label: 'Buyer',
      width: 114,
      grows: true,
      compare: 'words',
      value: (line) => line.buyer,
      show: (line) =>
        line.buyer === null
          ? { text: describeReason(line), tone: 'muted', over: true }
          : { text: line.buyer, tone: fadedOf(line) },
      hint: (line) => line.buyer ?? line.message ?? '',
    },
    {
      id: 'total',
      label: 'Total',
      head: 'total_in_smallest_unit',
      unit: 'smallest unit',
      width: HEAD_WIDTH,
      compare: 'number',
      note: 'computed here, in the smallest unit',
      value: (line) => (line.total === null ? null : Number(line.total)),
      written: writtenTotal,
      show: (line) =>
        line.total === null
          ? { text: isSession(line) ? 'no total' : '', tone: 'muted' }
          : { text: shownTotal(line), tone: fadedOf(line) },
      hint: totalOf,
    },
    {
      id: 'card',
      label: 'Card',
      width: 146,
      compare: 'words',
      value: (line) => line.card,
      show: (line) => ({ text: line.card?.replace('•••• ', '••') ?? '', tone: fadedOf(line) }),
    },
    {
      id: 'expires_at',
      label: 'Expires',
      width: 108,
      compare: 'time',
      atEnd: true,
      value: (line) => line.expiresAt,
      show: (line) => {
        if (line.expiresAt === null) return { text: isSession(line) ? 'no expiry' : '', tone: 'muted' };
        const time = parseDateTime(line.expiresAt);
        const text = time === null ? line.expiresAt : near(time, now(), format);
        return { text, tone: fadedOf(line) };
      },
      hint: (line) => line.expiresAt ?? '',
    },
    {
      id: 'items',
      label: 'Cart lines',
      width: 88,
      compare: 'number',
      value: (line) => line.items,
      show: ({ items }) => ({ text: items === null ? '' : grouped(items) }),
    },
    {
      id: 'findings',
      label: 'Findings',
      width: 80,
      compare: 'number',
      value: (line) => line.findings,
      written: (line) => writtenCount(line.findings),
      show: ({ findings }) => ({ text: findings === null ? '' : countBriefly(findings) }),
    },
    {
      id: 'references',
      label: 'References',
      width: 200,
      grows: true,
      compare: 'words',
      note: 'emails, identifiers and metadata',
      hiddenAtFirst: true,
      value: (line) => line.references,
    },
    { id: 'message', label: 'Message', width: 260, grows: true, compare: 'words', value: messageOf },
  ];
}

/** In an export it stands alone, so it is never missing where the screen says why. */
function messageOf(line: SessionLine): string | null {
  return line.message ?? (describeReason(line) || null);
}

type ListProfile = Pick<ProfileStamp, 'name' | 'environment'>;

/**
 * In a file, each line says where it is from and when it was read, because files are mailed and put together; and its
 * status, as there the service's own words stand in place of the reason: one "Generic error" for 403, 409 and 500.
 */
export function fileColumnsOf({ name, environment }: ListProfile): readonly GridColumn<SessionLine>[] {
  const column = { width: 0, compare: 'words' } as const;
  return [
    { ...column, id: 'status', label: 'Status', value: ({ status }) => status },
    { ...column, id: 'profile', label: 'Profile', value: () => name },
    { ...column, id: 'environment', label: 'Environment', value: () => environment },
    { ...column, id: 'read_at', label: 'Time read', value: ({ readAt }) => readAt },
  ];
}

/**
 * A line of a list on this profile as JSON, as it is now and in the words of the table, without the fields that only
 * mean something inside this app.
 */
export function jsonOfLine(line: SessionLine, { name, environment }: ListProfile, now: Date): string {
  return JSON.stringify({
    ...line,
    outcome: labelOf(line, now).word,
    total: undefined,
    totalInSmallestUnit: writtenTotal(line),
    findings: writtenCount(line.findings),
    message: messageOf(line),
    references: undefined,
    exchangeId: undefined,
    isForeign: undefined,
    profile: name,
    environment,
  });
}
