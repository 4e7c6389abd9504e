import { requestNames } from './requests';

export interface BodyRequests {
  /**
   * Writes a stored body to a file that the person chooses, with card data in text masked; returns its path, or null
   * if none was chosen.
   */
  saveStoredBody: { argument: { bodyId: string; suggestedName: string }; result: string | null };
  /** Writes a text (a body that travelled inside its exchange) as UTF-8. */
  saveTextBody: { argument: { text: string; suggestedName: string }; result: string | null };
}

export const bodyRequestNames = requestNames<BodyRequests>({ saveStoredBody: true, saveTextBody: true });
