import type { UpdateState } from '../app/updates';
import { requestNames } from './requests';

export interface UpdateRequests {
  describeUpdates: { argument: undefined; result: UpdateState };
  /** Asks for a newer version now; the person has to agree first, unless it is done daily. */
  checkForUpdates: { argument: undefined; result: UpdateState };
  /** Whether to ask once a day from now on; the person has to agree first. */
  checkDaily: { argument: { on: boolean }; result: UpdateState };
}

export const updateRequestNames = requestNames<UpdateRequests>({
  describeUpdates: true,
  checkForUpdates: true,
  checkDaily: true,
});
