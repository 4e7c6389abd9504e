import type { SessionLine } from '@shared/history/session-outcome';
import type { GridColumn, ShownCell } from '@renderer/components/data-grid/columns';

const TONES: Partial<Record<SessionLine['outcome'], ShownCell['tone']>> = {
  'not found': 'warning',
  'no access': 'warning',
  failed: 'error',
  cancelled: 'muted',
};

/** What a list of look-ups shows of each session. */
export const BULK_COLUMNS: readonly GridColumn<SessionLine>[] = [
  {
    id: 'session_id',
    label: 'Session ID',
    width: 300,
    compare: 'code',
    mono: true,
    value: (line) => line.sessionId,
  },
  {
    id: 'outcome',
    label: 'Outcome',
    width: 90,
    compare: 'words',
    value: (line) => line.outcome,
    show: (line) => ({ text: line.outcome, tone: TONES[line.outcome] }),
  },
  { id: 'expires_at', label: 'Expires at', width: 210, compare: 'time', value: (line) => line.expiresAt },
  { id: 'items', label: 'Items', width: 60, compare: 'number', value: (line) => line.items },
  { id: 'card', label: 'Card', width: 150, compare: 'words', value: (line) => line.card },
  { id: 'buyer', label: 'Buyer', width: 160, compare: 'words', value: (line) => line.buyer },
  { id: 'findings', label: 'Findings', width: 80, compare: 'number', value: (line) => line.findings },
  { id: 'message', label: 'Message', width: 260, compare: 'words', value: (line) => line.message },
];
