import type { Environment } from '../../../../shared/profile';
import type { BodyPreview } from '../../../../shared/vault-forward/placeholder-preview';
import type { VaultForwardDraft } from '../../../../shared/vault-forward/draft';
import type { DraftFinding } from '../../../../shared/vault-forward/finding';
import type { OwnPlaceholder } from '../../../../shared/vault-forward/placeholder-catalogue';

/** What is known about a body, read away from the page's thread. */
export interface BodyReport {
  /** The body that it is about. */
  readonly body: string;
  readonly findings: readonly DraftFinding[];
  /** Length as UTF-8. */
  readonly bytes: number;
}

export interface BodyRequests {
  check: {
    argument: {
      readonly draft: VaultForwardDraft;
      readonly own: readonly OwnPlaceholder[];
      readonly environment: Environment;
    };
    result: Omit<BodyReport, 'body'>;
  };
  preview: {
    argument: { readonly draft: VaultForwardDraft; readonly own: readonly OwnPlaceholder[] };
    result: BodyPreview;
  };
  /** Null when the body is no JSON. */
  rewrite: {
    argument: { readonly body: string; readonly how: Rewriting };
    result: string | null;
  };
}

/** Only the space between the parts of the JSON changes. */
export type Rewriting = 'format' | 'minify';

export type BodyQuestion = {
  [Name in keyof BodyRequests]: {
    readonly id: number;
    readonly name: Name;
    readonly argument: BodyRequests[Name]['argument'];
  };
}[keyof BodyRequests];

export interface BodyAnswer {
  readonly id: number;
  /** The result that `BodyRequests` names for the question. */
  readonly result: unknown;
  /** Set instead when it failed: a defect. */
  readonly failure: string | null;
}
