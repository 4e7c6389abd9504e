import { quote } from '../text/quote';
import type { Exchange, ReceivedResponse } from '../http/exchange';
import type { AnswerDetails } from '../documents/operation-details';
import type { Problem } from '../problem';
import { withoutBidiControls } from '../text/bidi-controls';
import { plainParagraphs } from '../markdown/read-markdown';
import { describeCode } from './described-code';
import { readErrorFields } from './error-fields';
import type { ExplainContext } from './explain-context';
import { explainExchange } from './explain-exchange';
import { explainStatus } from './explain-status';

/** For these statuses HTTP itself says enough to know what to do. */
const TOLD_BY_HTTP: ReadonlySet<number> = new Set([401, 403, 404, 405, 429]);

/**
 * What an error of a document's operation means, in the document's words: for the status, and for the code in the
 * body. Leaves out either if the document says nothing about it. Null for an answer that is not an error.
 * @param answers null if no document is available: only the answer itself is then described.
 */
export function explainByDocument(
  exchange: Exchange,
  answers: readonly AnswerDetails[] | null,
  context: ExplainContext,
): Problem | null {
  const { outcome, response } = exchange;
  if (outcome.kind !== 'answered' || response === null || exchange.load !== undefined)
    return explainExchange(exchange, context);
  const { status } = response;
  if (status < 300) return null;
  const answer = answers && answerOf(status, answers);
  const known = explainStatus(exchange, response, context);
  const isTold = TOLD_BY_HTTP.has(status) || status < 400 || status >= 500;
  return {
    code: `status-${status}`,
    title: withoutBidiControls(titleOf(response, answer)),
    meaning: withoutBidiControls(meaningOf(response, answer, answers !== null)),
    nextStep: (isTold ? known?.nextStep : undefined) ?? 'Look at the answer as it was received.',
    detail: known?.detail ?? null,
  };
}

/** What the document says about a status: about this one, its class, or all others. */
export function answerOf(status: number, answers: readonly AnswerDetails[]): AnswerDetails | null {
  const named = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  for (const name of named) {
    const found = answers.find((answer) => answer.status.toUpperCase() === name);
    if (found !== undefined) return found;
  }
  return null;
}

function titleOf({ status, statusText }: ReceivedResponse, answer: AnswerDetails | null): string {
  const words = plainParagraphs(answer?.description ?? '').split(/(?<=[.!?])\s/)[0] ?? '';
  const isShort = words !== '' && words.length <= 80;
  const title = isShort && answer?.status !== 'default' ? words.replace(/\.$/, '') : statusText;
  return title === '' ? `Status ${status}` : `${status}: ${title}`;
}

function meaningOf(response: ReceivedResponse, answer: AnswerDetails | null, isDescribed: boolean): string {
  const { codes, message } = readErrorFields(response);
  return [
    isDescribed ? describeAnswer(response.status, answer) : `The service answered with ${response.status}.`,
    ...codes.map(({ field, code }) => describeOneCode(field, code, answer)),
    ...(message === null ? [] : [`The service says: ${quote(message)}`]),
  ].join(' ');
}

function describeAnswer(status: number, answer: AnswerDetails | null): string {
  if (answer === null) return `The document does not list the status ${status} for this operation.`;
  const words = plainParagraphs(answer.description ?? '');
  const said = words === '' ? 'nothing more.' : quote(words);
  return answer.status === String(status)
    ? `The document says of ${status}: ${said}`
    : `The document lists ${answer.status === 'default' ? 'any other status' : answer.status}, and says of it: ${said}`;
}

function describeOneCode(field: string, code: string, answer: AnswerDetails | null): string {
  const meaning = answer === null ? null : describeCode(code, answer);
  if (meaning !== null) return `Of the ${field} ${code} it says: ${quote(meaning)}`;
  const codes = answer?.codes ?? [];
  if (codes.length === 0) return `The ${field} is ${code}.`;
  return codes.includes(code)
    ? `The ${field} ${code} is one of those it lists.`
    : `The ${field} ${code} is not one of those it lists.`;
}
