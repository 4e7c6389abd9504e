import { isUnsettled } from '@shared/http/unsettled';
import { UNDER_WAY_CODE } from '@shared/requests/same-click';
import { destinationHost } from '@shared/vault-forward/destination';
import { draftOf, type DraftTab } from './draft-tab';

/**
 * Makes a draft show its last send again if it is not known whether that took effect, even after a restart of the app.
 * If that send is still in progress, as when only the window was reloaded, its outcome replaces this message as soon as
 * the history has it.
 */
export async function recallSend(tab: DraftTab, exchangeId: string): Promise<void> {
  // Listens before asking, so that it does not miss a change while the answer is on its way.
  const change = nextChange();
  if (await showSend(tab, exchangeId)) void change.come.then(() => recallSend(tab, exchangeId));
  else change.stop();
}

/** @returns true if the send is shown and still in progress. */
async function showSend(tab: DraftTab, exchangeId: string): Promise<boolean> {
  const answer = await window.explorer.openHistoryEntry({ id: exchangeId });
  const detail = answer.ok ? answer.value : null;
  if (detail === null) return false;
  const { exchange } = detail;
  const { state } = tab.sending;
  const isUnderWay = exchange.outcome.kind === 'unanswered' && exchange.outcome.why === 'under-way';
  // The draft was sent again in the meantime, and refused because this send has to be answered first.
  const isWaitedFor = state.kind === 'refused' && state.problem.code === UNDER_WAY_CODE;
  if (isWaitedFor && isUnderWay) return true;
  if (state.kind === 'done' && state.exchange.id === exchangeId) tab.sending.show({ ...state, exchange });
  else if (isWaitedFor || (state.kind === 'idle' && isUnsettled(exchange))) {
    const draft = draftOf(tab);
    const host = destinationHost(draft.destinationUrl) ?? draft.destinationUrl;
    tab.sending.show({ host, profile: exchange.profile, exchange, draft, revision: tab.revision });
  } else return false;
  return isUnderWay;
}

function nextChange() {
  let stop = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    stop = window.explorer.on('historyChanged', () => {
      stop();
      resolve();
    });
  });
  return { come, stop };
}
