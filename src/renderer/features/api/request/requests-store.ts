import { defineStore } from 'pinia';
import { computed, markRaw, ref, shallowReactive, shallowRef } from 'vue';
import type { KeptRequestDraft } from '@shared/bridge/drafts';
import type { OperationDetails } from '@shared/documents/operation-details';
import { isSafe } from '@shared/http/http-fields';
import type { Exchange } from '@shared/http/exchange';
import { succeed, type Problem } from '@shared/problem';
import { DEFAULT_MERCHANT_HEADER } from '@shared/profiles/profile';
import type { OperationKey } from '@shared/requests/operation-key';
import { rowsOfRequest, type RequestDraft } from '@shared/requests/request-draft';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import { familyOfSaved, type SavedRequest } from '@shared/requests/saved-requests';
import { EditorDocument } from '@renderer/components/code-editor/editor-document';
import { DraftAutosave } from '@renderer/stores/draft-autosave';
import { OneClick } from '@renderer/stores/one-click';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { OpenedRequest } from '@renderer/stores/request-inbox';
import { UNDO_MS, useUndoStore } from '@renderer/stores/undo';
import { useCall } from '@renderer/stores/use-call';
import { useVariablesStore } from '@renderer/stores/variables';
import { beginningOf, keyOf, specOf, suitedTo } from './asked-operation';
import { checkRequest } from './check-request';
import { draftOf, type ComposedRequest } from './composed-request';

/** Variables without a value in a longer body, in characters, are only found when it is sent. */
const MAX_SEARCHED_BODY = 300_000;

/** The requests of the API screen: one for each operation, saved to disk a moment after each change. */
export const useRequestsStore = defineStore('apiRequests', () => {
  const profiles = useProfilesStore();
  const variables = useVariablesStore();
  const undo = useUndoStore();
  const oneClick = new OneClick();

  const composed = shallowReactive(new Map<OperationKey, ComposedRequest>());
  const activeKey = ref<OperationKey | null>(null);
  const active = computed(() => (activeKey.value === null ? null : (composed.get(activeKey.value) ?? null)));
  /** Why drafts cannot be kept at the moment; null if they can. */
  const trouble = shallowRef<Problem | null>(null);
  /** The result of saving in words, until the next change. */
  const said = ref('');
  const findings = computed(() => {
    if (active.value === null) return [];
    const { rows, details, revision } = active.value;
    void revision;
    const { document } = active.value;
    // A large body is not read in full at each keystroke: only whether there is one has to be known.
    const body = document.length > MAX_SEARCHED_BODY ? document.slice(0, 1) : document.text;
    return checkRequest({ ...rows, body }, details, variables.sampleValue);
  });

  const autosave = new DraftAutosave<OperationKey, () => KeptRequestDraft>({
    // `change` is called only when it is written: turning a large body into text at each keystroke would be slow.
    keep: ({ id, change }) => window.explorer.keepRequestDraft({ operation: id, kept: change() }),
    merge: (_earlier, later) => later,
    onTrouble: (problem) => (trouble.value = problem),
  });
  window.addEventListener('pagehide', () => autosave.flushAtEnd());

  /** Shows the request of an operation as it was left; `details` is null for the free request. */
  async function open(details: OperationDetails | null): Promise<void> {
    const key = keyOf(details);
    activeKey.value = key;
    const known = composed.get(key);
    if (known !== undefined) {
      // A newer version of the document may describe the operation differently; everything entered stays.
      if (known.details !== details) Object.assign(known, { details, rows: suited(details, known.rows) });
      return;
    }
    const answer = await window.explorer.openRequestDraft({ operation: key });
    if (composed.has(key)) return;
    if (!answer.ok) trouble.value = answer.problem;
    const kept = answer.ok ? answer.value : null;
    adopt(key, details, kept ? { ...kept, draft: suited(details, kept.draft) } : beginning(details));
  }

  const merchantHeader = (): string => profiles.active?.merchantHeader ?? DEFAULT_MERCHANT_HEADER;
  const newId = (): string => crypto.randomUUID();

  function suited(details: OperationDetails | null, draft: RequestDraft): RequestDraft {
    return suitedTo(details, draft, merchantHeader(), newId);
  }

  function beginning(details: OperationDetails | null): KeptRequestDraft {
    const draft = beginningOf(details, merchantHeader(), newId);
    return { id: newId(), profileId: profiles.activeId ?? '', draft };
  }

  function adopt(
    key: OperationKey,
    details: OperationDetails | null,
    { id, profileId, draft }: KeptRequestDraft,
  ): ComposedRequest {
    const request: ComposedRequest = shallowReactive({
      key,
      details,
      id,
      isKept: false,
      rows: { ...draft, body: '' },
      document: markRaw(
        new EditorDocument({
          text: draft.body,
          onEdit: () => {
            const now = composed.get(key);
            if (now === undefined) return;
            now.revision += 1;
            keep(now);
          },
        }),
      ),
      revision: 0,
      profileId,
      saved: null,
      recordedStatus: null,
      // Its own: the answer to the request that it takes the place of is not its answer.
      sending: useCall<{ readonly request: RequestSpec }, { readonly exchange: Exchange }>(),
    });
    composed.set(key, request);
    return request;
  }

  function keep(request: ComposedRequest): void {
    // An answer came after another request took its place, which is the one to keep.
    if (composed.get(request.key) !== request) return;
    said.value = '';
    request.isKept = true;
    const { id } = request;
    autosave.note(request.key, () => ({ id, profileId: request.profileId, draft: draftOf(request) }));
  }

  function patch(request: ComposedRequest, rows: Partial<Omit<RequestDraft, 'version' | 'body'>>): void {
    request.rows = { ...request.rows, ...rows };
    keep(request);
  }

  /** From now on it is a version of that saved request. */
  function bind(request: ComposedRequest, savedAs: SavedRequest): void {
    request.saved = { id: savedAs.id, asked: savedAs.file?.asked ?? null };
    request.id = familyOfSaved(savedAs);
    keep(request);
  }

  /** Replaces what was entered with a request from History or Saved requests; this can be undone. */
  function take(opened: OpenedRequest, details: OperationDetails | null): void {
    const { request, profileId, name } = opened;
    const key = request.operation;
    const before = composed.get(key);
    const rows = rowsOfRequest(request, newId);
    const target = targetOf(request);
    const taken = adopt(key, details, {
      id: opened.familyId ?? newId(),
      profileId,
      draft: suited(details, { ...rows, method: target.method, path: target.path }),
    });
    taken.recordedStatus = opened.status ?? null;
    if (opened.savedId != null) taken.saved = { id: opened.savedId, asked: opened.asked ?? null };
    keep(taken);
    activeKey.value = key;
    if (before === undefined) return;
    const untouched = specOf(key, details, beginning(details).draft);
    if (JSON.stringify(requestOf(before)) === JSON.stringify(untouched)) return;
    undo.offer(
      `Opened ${name ?? 'a request'} in place of what was entered.`,
      () => {
        composed.set(key, before);
        keep(before);
        return Promise.resolve(succeed(null));
      },
      UNDO_MS,
    );
  }

  /** Opens an operation with these path parameters filled in; the rest is as it was left. */
  async function fillPlaces(
    details: OperationDetails,
    places: Readonly<Record<string, string>>,
  ): Promise<void> {
    await open(details);
    const request = composed.get(keyOf(details));
    if (request !== undefined)
      patch(request, { pathParameters: { ...request.rows.pathParameters, ...places } });
  }

  /** Resets the request to its first draft; this can be undone. */
  function startOver(request: ComposedRequest): void {
    keep(adopt(request.key, request.details, beginning(request.details)));
    undo.offer(
      'Started the request over.',
      () => {
        composed.set(request.key, request);
        keep(request);
        return Promise.resolve(succeed(null));
      },
      UNDO_MS,
    );
  }

  function requestOf(request: ComposedRequest): RequestSpec {
    return specOf(request.key, request.details, draftOf(request));
  }

  /** Why it cannot be sent now, in a sentence; null when it can. */
  const blocked = computed((): string | null => {
    const { value: request } = active;
    if (request === null) return null;
    if (request.key === 'vault_forward') return 'Compose it in Vault Forward.';
    const profile = profiles.active;
    // Main refuses HEAD and OPTIONS, too.
    return profile?.readOnly === true && request.rows.method !== 'GET'
      ? `${profile.name} is read-only: only GET is sent.`
      : null;
  });

  async function send(request: ComposedRequest): Promise<void> {
    if (blocked.value !== null || findings.value.some(({ severity }) => severity === 'error')) return;
    // Stored now, so that after a restart the draft is still known as the source of this send. Sending does not wait for
    // the disk: with nothing to show that Send was pressed, the person would go on typing, and that would go out.
    if (!request.isKept && !isSafe(request.rows.method)) keep(request);
    void autosave.flush(request.key);
    await sendAs(request, requestOf(request));
  }

  /** Sends another request than the composed one, which stays as it is: for another page of its list. */
  async function sendAs(
    request: ComposedRequest,
    spec: RequestSpec,
    beforeShown: (exchange: Exchange) => void = () => undefined,
  ): Promise<void> {
    await oneClick.run(JSON.stringify([profiles.activeId, spec]), async () => {
      const { id: draftId, profileId: composedUnder } = request;
      const sentUnder = profiles.activeId ?? '';
      const answer = await request.sending.run({ request: spec }, async (callId) => {
        const sent = await window.explorer.sendRequest({
          ...{ request: spec, callId, composedUnder, draftId },
          familyId: draftId,
        });
        if (!sent.ok) return sent;
        if (sent.value.kind === 'declined') return null;
        const { exchange } = sent.value;
        beforeShown(exchange);
        return succeed({ exchange });
      });
      if (answer?.ok !== true || request.profileId === sentUnder) return;
      request.profileId = sentUnder;
      keep(request);
    });
  }

  return {
    active,
    findings,
    said,
    trouble,
    blocked,
    open,
    bind,
    take,
    fillPlaces,
    patch,
    startOver,
    requestOf,
    send,
    sendAs,
  };
});
