import type { LoadEnd, LoadState } from '@shared/bridge/buyers';
import type { AnswerDetails } from '@shared/documents/operation-details';
import { describeEnd, describeLoaded } from '@renderer/tools/describe-load';
import { explainByDocument } from '@shared/explain/explain-by-document';

/** Why a load of a list ended, in a sentence or two. */
export function describeListEnd(
  end: LoadEnd,
  state: LoadState,
  tookMs: number,
  answers: readonly AnswerDetails[],
): string {
  const loaded = describeLoaded(state, 'item');
  if (end.kind === 'refused') return `Stopped after ${loaded}. ${end.problem.title}. ${end.problem.nextStep}`;
  if (end.kind !== 'failed') return describeEnd(end, state, tookMs, 'item') ?? '';
  const why = explainByDocument(end.exchange, answers, { requiredScope: null, credential: null });
  return why === null
    ? `Stopped after ${loaded}: the answer is not a page of this list.`
    : `Stopped after ${loaded}. ${why.title}. ${why.meaning}`;
}
