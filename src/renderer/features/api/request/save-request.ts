import type { Problem } from '@shared/problem';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { describedStatus, type ComposedRequest } from './composed-request';
import { useRequestsStore } from './requests-store';

/** Saves a request of the API screen to Saved requests; the store of the screen holds the result in words. */
export function useSaveRequest() {
  const requests = useRequestsStore();
  const saved = useSavedRequestsStore();

  /** Saves into the saved request that it was opened from; for any other request, opens the dialog to save it under a name. */
  async function save(request: ComposedRequest): Promise<void> {
    requests.trouble = null;
    const { saved: link } = request;
    const known = link === null ? null : await window.explorer.openSavedRequest({ id: link.id });
    if (link === null || !known?.ok || known.value === null) return saveAs(request);
    if ((known.value.file?.asked ?? null) !== link.asked) {
      requests.trouble = changedOnDisk(known.value.name);
      return;
    }
    const { profileId, id: familyId } = request;
    const asked = requests.requestOf(request);
    const kept = { ...known.value, request: asked, form: null, profileId, familyId };
    const answer = await saved.save(kept, false);
    if (!answer.ok) {
      requests.trouble = answer.problem;
      return;
    }
    const { name } = answer.value.request;
    requests.bind(request, answer.value.request);
    const isWhole = JSON.stringify(requests.requestOf(request)) === JSON.stringify(asked);
    const said = isWhole ? `Saved “${name}”.` : `Saved “${name}”, without what was changed since.`;
    requests.said = [said, ...answer.value.notes].join(' ');
  }

  /** Opens the dialog to save it under a name and in a folder. */
  function saveAs(request: ComposedRequest): void {
    const { state } = request.sending;
    saved.offer({
      from: request.id,
      familyId: request.id,
      request: requests.requestOf(request),
      form: null,
      profileId: request.profileId,
      name: request.details?.summary ?? `${request.rows.method} ${request.rows.path}`,
      status:
        (state.kind === 'done' ? state.exchange.response?.status : request.recordedStatus) ??
        describedStatus(request.details),
      expected: null,
      saved: (savedAs) => requests.bind(request, savedAs),
    });
  }

  return { save, saveAs };
}

function changedOnDisk(name: string): Problem {
  return {
    code: 'request-changed-on-disk',
    title: 'Changed on disk',
    meaning: `The file of “${name}” has changed since it was opened here. It was left as it is.`,
    nextStep:
      'Open it again in Saved requests to see the new version, or save this one under another name with Save as.',
    detail: null,
  };
}
