import type { Exchange } from '../exchange';
import { requestNames } from './requests';

export interface SessionRequests {
  /** GET /checkout/sessions/{session_id} on the active profile. The id must be a UUID. */
  lookUpSession: { argument: { sessionId: string; callId: string }; result: Exchange };
}

export const sessionRequestNames = requestNames<SessionRequests>({ lookUpSession: true });
