import type { Exchange } from '../../shared/exchange';
import type { ApiRequest } from './api-request';

/** Notes what is exchanged, whichever screen asked for it: the history. */
export interface ExchangeJournal {
  /**
   * Keeps an exchange, or a newer version of one. Resolves when it is on the disk, or when that takes too long to wait
   * for; never rejects: a request does not fail because nobody could write it down.
   * @param replayOf id of the exchange of which it is a replay, or null.
   */
  note(exchange: Exchange, request: ApiRequest, replayOf: string | null): Promise<void>;
}
