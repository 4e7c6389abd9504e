import type { ListShape } from '../lists/list-shape';
import type { RequestSpec } from '../requests/request-spec';
import type { LoadOutcome } from './buyers';
import { requestNames } from './requests';

export interface ListRequests {
  /**
   * Sends a `GET` and follows its cursors on the active profile, until the last page or the cap. Rows arrive as `listLoad`
   * events. The whole load is one entry of the history. It cannot be resumed.
   */
  loadList: {
    argument: { request: RequestSpec; shape: ListShape; cap: number; composedUnder: string; callId: string };
    result: LoadOutcome;
  };
}

export const listRequestNames = requestNames<ListRequests>({ loadList: true });
