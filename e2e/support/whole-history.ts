import type { HistoryQuery } from '@shared/history/history';

/** A search of the history that leaves nothing out. */
export const WHOLE_HISTORY: HistoryQuery = {
  text: '',
  operations: [],
  statusClasses: [],
  profileIds: [],
  outcomes: [],
  starred: false,
};
