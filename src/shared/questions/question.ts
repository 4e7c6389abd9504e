/**
 * A question that main asks the person in a window of its own, which the app's page can neither read nor answer
 * (docs/decisions/0072-questions.md).
 */
export interface Question {
  /** Names the window and the dialog, and asks: "Send to production?". */
  readonly title: string;
  /** One sentence for each reason, in the order in which they matter. */
  readonly lead: readonly string[];
  /** What is about to be charged, where the request says it, and from what it was read. Stands above everything else. */
  readonly amount?: { readonly text: string; readonly note: string };
  readonly facts: readonly QuestionFact[];
  /** Production alone fills the confirm button with its own colour. */
  readonly danger: 'production' | 'caution';
  /** What it is about, where that is more than a caution. */
  readonly icon?: 'key' | 'lock';
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Words of a checkbox; null where the question has none. */
  readonly checkboxLabel: string | null;
  /** Of a question before a send: every reason why it is asked. Without them nobody but the person can answer. */
  readonly reasons?: readonly QuestionReason[];
  /** Of `history-lost`: until when the checkbox says that it was looked (UTC, ISO 8601). */
  readonly lostAt?: string;
}

/** Why a send needs the person's word; main says more of each (guards/send-reasons.ts). */
export type QuestionReason =
  | 'production'
  | 'other-profile'
  | 'unknown-outcome'
  | 'draft-unknown'
  | 'not-checked'
  | 'history-lost'
  | 'under-way'
  | 'secret-host'
  | 'unknown-numbers';

export interface QuestionFact {
  readonly label: string;
  /** Stands before `value`, with weight: the method of a request. */
  readonly prefix?: string;
  /** Several lines where there are several values. */
  readonly value: string;
  /** A part of `value` that is shown with weight, such as the host of a URL; its first occurrence counts. */
  readonly emphasis?: string;
  /** What else has to be known of it, in words: stands below `value`. */
  readonly note?: string;
  /** Where `value` was shortened: the whole of it, which the person can open below it. */
  readonly whole?: string;
  /** An address, an ID or a header: set in the monospaced face. */
  readonly mono?: true;
  /** One of the values that are to be compared with each other: they stand in a box of their own. */
  readonly compared?: true;
}

export interface Answer {
  readonly confirmed: boolean;
  /** The checkbox; false without one, and always false when not confirmed. */
  readonly checked: boolean;
}

/** What everything but the person's own "yes" means: Cancel, Esc, a closed or crashed window, an aborted signal. */
export const declined: Answer = { confirmed: false, checked: false };

/** What main tells of a call (`callProgress`) while it asks the person about it: nothing that was asked about is sent yet. */
export const WAITS_FOR_ANSWER = 'Waits for your answer';

/** The same while the history has not told yet whether an earlier send may be out, or has not taken a note of this one. */
export const WAITS_FOR_HISTORY = 'Waits for the history: nothing is sent yet';

/**
 * Resolves with the person's answer; whatever keeps the question from being answered is a "no". Rejects with a
 * `ProblemError` only when too many questions wait already.
 */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<Answer>;
