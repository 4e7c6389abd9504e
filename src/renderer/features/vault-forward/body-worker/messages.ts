import type { Environment } from '@shared/profiles/profile';
import type { BodyPreview } from '@renderer/tools/vault-forward/placeholder-preview';
import type { TextEdit } from '@shared/text/text-edits';
import type { DraftFields } from '@shared/vault-forward/draft';
import type { DraftFinding } from '@shared/vault-forward/finding';
import type { OwnPlaceholder } from '@shared/vault-forward/placeholder-catalogue';

/** What is known about a body, read away from the page's thread. */
export interface BodyReport {
  /** Of the tab whose body it is. */
  readonly revision: number;
  readonly findings: readonly DraftFinding[];
  /** Length as UTF-8, with the values of variables. */
  readonly bytes: number;
  readonly placeholders: PlaceholderCount;
  /** It has values that are made when it is sent. */
  readonly isMadeAnew: boolean;
}

/** What variables stand for. */
export type Values = Readonly<Record<string, string>>;

/** How often the body names a placeholder: in all, and for each of the payment methods in their order. */
export interface PlaceholderCount {
  readonly total: number;
  readonly byCard: readonly number[];
}

/** The body that a question is about: as a whole, or by what was done to the one of the question before. */
export type BodyDelta = { readonly whole: string } | { readonly edits: readonly BodyEdit[] };

/** An edit that puts in what the worker itself gave last does not bring it along. */
export type BodyEdit = TextEdit | (Pick<TextEdit, 'from' | 'to'> & { readonly insert: null });

export interface BodyRequests {
  check: {
    argument: {
      readonly fields: DraftFields;
      readonly own: readonly OwnPlaceholder[];
      readonly environment: Environment;
      /** Of every name that has one; those that are made anew as samples of their length. */
      readonly values: Values;
    };
    result: Omit<BodyReport, 'revision'>;
  };
  preview: {
    argument: {
      readonly fields: DraftFields;
      readonly own: readonly OwnPlaceholder[];
      /** Other names stay as they are. */
      readonly values: Values;
    };
    result: BodyPreview;
  };
  /** Null when the body is no JSON, `same` when it has that layout already. */
  rewrite: {
    argument: { readonly how: Rewriting; readonly head: number };
    result: Rewritten | 'same' | null;
  };
}

/** Only the space between the parts of the JSON changes. */
export type Rewriting = 'format' | 'minify';

export interface Rewritten {
  readonly text: string;
  /** Where the character at `head` is now. */
  readonly cursor: number;
}

/** Each question comes with the body that it is about. */
export type BodyCalls = {
  [Name in keyof BodyRequests]: {
    argument: { readonly body: BodyDelta; readonly question: BodyRequests[Name]['argument'] };
    result: BodyRequests[Name]['result'];
  };
};
