/**
 * A question that main asks the person in a window of its own, which the app's page can neither read nor answer
 * (docs/decisions/0072-questions.md).
 */
export interface Question {
  /** The title of the window and the dialog, as a question: "Send to production?". */
  readonly title: string;
  /** One sentence for each reason, most important first. */
  readonly lead: readonly string[];
  /** What is about to be charged, if the request says so, and where that was found. Shown above everything else. */
  readonly amount?: { readonly text: string; readonly note: string };
  readonly facts: readonly QuestionFact[];
  /** Only production fills the confirm button with a colour of its own. */
  readonly danger: 'production' | 'caution';
  /** What the question is about, if it is more than a caution. */
  readonly icon?: 'key' | 'lock';
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Words of a checkbox; null if the question has none. */
  readonly checkboxLabel: string | null;
  /** For a question before a send: every reason why it is asked. A question without reasons can only be answered by the person. */
  readonly reasons?: readonly QuestionReason[];
  /** For `history-lost`: ticking the checkbox means that somebody has checked up to this moment (UTC, ISO 8601). */
  readonly lostAt?: string;
}

/** Why a send needs the person's consent; main knows more about each (guards/send-reasons.ts). */
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
  /** Shown in bold before `value`: the method of a request. */
  readonly prefix?: string;
  /** Several lines if there are several values. */
  readonly value: string;
  /** A part of `value` that is shown in bold, such as the host of a URL; its first occurrence counts. */
  readonly emphasis?: string;
  /** What else has to be known about it, in words; shown below `value`. */
  readonly note?: string;
  /** The full text if `value` was shortened, which the person can open below it. */
  readonly whole?: string;
  /** An address, an ID or a header: shown in the monospaced font. */
  readonly mono?: true;
  /** One of several values to compare, which are shown in their own box. */
  readonly compared?: true;
}

export interface Answer {
  readonly confirmed: boolean;
  /** The checkbox; false without one, and always false if not confirmed. */
  readonly checked: boolean;
}

/** The answer for everything but the person's own "yes": Cancel, Esc, a closed or crashed window, an aborted signal. */
export const declined: Answer = { confirmed: false, checked: false };

/** What main reports about a call (`callProgress`) while it asks the person: nothing is sent yet. */
export const WAITS_FOR_ANSWER = 'Waits for your answer';

/** The same while the history has not yet said whether an earlier send may be out, or has not yet noted this one. */
export const WAITS_FOR_HISTORY = 'Waits for the history: nothing is sent yet';

/**
 * Resolves with the person's answer; anything that keeps the question from being answered counts as "no". Rejects
 * with a `ProblemError` only if too many questions are already waiting.
 */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<Answer>;
