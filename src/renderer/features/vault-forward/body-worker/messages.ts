import type { Environment } from '@shared/profiles/profile';
import type { BodyPreview } from '@renderer/tools/vault-forward/placeholder-preview';
import type { TextEdit } from '@shared/text/text-edits';
import type { DraftFields } from '@shared/vault-forward/draft';
import type { DraftFinding } from '@shared/vault-forward/finding';
import type { OwnPlaceholder } from '@shared/vault-forward/placeholder-catalogue';

/** What the worker found out about a body. */
export interface BodyReport {
  /** The revision of the tab at which the body was read. */
  readonly revision: number;
  readonly findings: readonly DraftFinding[];
  /** Length in bytes as UTF-8, with variables filled in. */
  readonly bytes: number;
  readonly placeholders: PlaceholderCount;
  /** True if it has values that are generated for each send. */
  readonly hasDynamicValues: boolean;
}

/** The values of variables by their names. */
export type Values = Readonly<Record<string, string>>;

/** How many placeholders the body has: in total, and for each payment method in order. */
export interface PlaceholderCount {
  readonly total: number;
  readonly byCard: readonly number[];
}

/** The body that a question is about: in full, or as edits of the body of the previous question. */
export type BodyDelta = { readonly whole: string } | { readonly edits: readonly BodyEdit[] };

/** `insert` is null when an edit inserts the text that the worker itself returned last. */
export type BodyEdit = TextEdit | (Pick<TextEdit, 'from' | 'to'> & { readonly insert: null });

export interface BodyRequests {
  check: {
    argument: {
      readonly fields: DraftFields;
      readonly own: readonly OwnPlaceholder[];
      readonly environment: Environment;
      /** Every variable that has a value; generated ones with samples of the same length. */
      readonly values: Values;
    };
    result: Omit<BodyReport, 'revision'>;
  };
  preview: {
    argument: {
      readonly fields: DraftFields;
      readonly own: readonly OwnPlaceholder[];
      /** Variables without a value here stay as they are written. */
      readonly values: Values;
    };
    result: BodyPreview;
  };
  /** Null if the body is not JSON, `same` if it already has that layout. */
  rewrite: {
    argument: { readonly how: Rewriting; readonly head: number };
    result: Rewritten | 'same' | null;
  };
}

/** Only the whitespace between JSON tokens changes. */
export type Rewriting = 'format' | 'minify';

export interface Rewritten {
  readonly text: string;
  /** The new offset of the character at `head`. */
  readonly cursor: number;
}

/** Each question carries the body that it is about. */
export type BodyCalls = {
  [Name in keyof BodyRequests]: {
    argument: { readonly body: BodyDelta; readonly question: BodyRequests[Name]['argument'] };
    result: BodyRequests[Name]['result'];
  };
};
