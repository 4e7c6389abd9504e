import type { Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';

/** What became of the last Send of a draft. */
export type Sending =
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'working'; readonly callId: string; readonly startedAt: number; readonly host: string }
  /** An Exchange exists, whatever its outcome. `draft` is what was sent, at this revision of the tab. */
  | {
      readonly kind: 'done';
      readonly exchange: Exchange;
      readonly draft: VaultForwardDraft;
      readonly revision: number;
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly problem: Problem };

export const NOT_SENT: Sending = { kind: 'not-sent' };
