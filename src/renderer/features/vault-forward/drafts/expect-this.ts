import { addExpectation } from '@shared/requests/add-expectation';
import { describeExpectation } from '@shared/requests/describe-expectation';
import type { Expectation, SavedRequest } from '@shared/requests/saved-requests';
import { succeed, type Result } from '@shared/problem';
import { TaskQueue } from '@shared/task-queue';
import { shortenEnd } from '@shared/text/shorten-end';
import { useComposerInbox } from '@renderer/stores/composer-inbox';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { UNDO_MS, useUndoStore } from '@renderer/stores/undo';
import type { DraftTab } from './draft-tab';
import { useSaveDraft } from './save-draft';

/** In characters. A longer expectation is shortened in its notice. */
const MAX_WORDS = 120;

/** Each addition is saved with all earlier ones, so it waits until those are there. */
const inTurn = new TaskQueue();

/**
 * Adds an expectation to the saved request of a draft, whose request itself stays as it was saved. For a draft that is
 * not saved yet, the save dialog opens, with this expectation.
 */
export function useExpectThis(): (tab: DraftTab, expectation: Expectation) => Promise<void> {
  const saved = useSavedRequestsStore();
  const undo = useUndoStore();
  const inbox = useComposerInbox();
  const { saveAs } = useSaveDraft();

  return (tab, expectation) => inTurn.run(() => add(tab, expectation));

  async function add(tab: DraftTab, expectation: Expectation): Promise<void> {
    const known =
      tab.saved === null ? succeed(null) : await window.explorer.openSavedRequest({ id: tab.saved.id });
    if (!known.ok || known.value === null) return saveAs(tab, expectation);
    const request = known.value;
    const words = shortenEnd(describeExpectation(expectation), MAX_WORDS);
    const expectations = addExpectation(request.expectations, expectation);
    if (expectations === request.expectations) {
      inbox.say([`“${request.name}” already expects this: ${words}.`]);
      return;
    }
    const answer = await saved.save({ ...request, expectations }, false);
    if (!answer.ok) {
      const { title, meaning, nextStep } = answer.problem;
      inbox.say([`${title}. ${meaning} ${nextStep}`]);
      return;
    }
    inbox.say(answer.value.notes);
    const takeBack = (): Promise<Result<unknown>> => putBack(request, answer.value.request);
    undo.offer(`“${request.name}” expects: ${words}.`, () => inTurn.run(takeBack), UNDO_MS);
  }

  /** Undoes adding the expectation; later changes to the saved request stay. */
  async function putBack(before: SavedRequest, after: SavedRequest): Promise<Result<unknown>> {
    const now = await window.explorer.openSavedRequest({ id: before.id });
    if (!now.ok || now.value === null) return now;
    const old = before.expectations.map((one) => JSON.stringify(one));
    const fresh = after.expectations.map((one) => JSON.stringify(one)).filter((one) => !old.includes(one));
    const gone = before.expectations.filter(
      (one) => !after.expectations.some((other) => JSON.stringify(other) === JSON.stringify(one)),
    );
    const kept = now.value.expectations.filter((one) => !fresh.includes(JSON.stringify(one)));
    return saved.save({ ...now.value, expectations: gone.reduce(addExpectation, kept) }, false);
  }
}
