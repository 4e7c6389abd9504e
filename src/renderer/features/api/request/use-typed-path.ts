import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { splitTypedPath } from '@shared/requests/request-draft';
import { DEFAULT_MERCHANT_HEADER } from '@shared/profiles/profile';
import { textOf } from '@renderer/components/text-of';
import { isCommand } from '@renderer/tools/import/command';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { ComposedRequest } from './composed-request';
import { requestOfCommand } from './request-of-command';
import { useRequestsStore } from './requests-store';
import { takeTypedPath } from './typed-path';

interface Pasted {
  readonly address: string;
  /** Null if it is the profile's. */
  readonly host: string | null;
  readonly notes: readonly string[];
}

/** In characters; a longer one is a file's business. */
const MAX_COMMAND = 1_000_000;

/** The path of a free request as it is typed or pasted. */
export function useTypedPath(request: () => ComposedRequest | null): {
  /** The base URL without its scheme; null if the profile has none. */
  readonly host: ComputedRef<string | null>;
  /** What was left out of a pasted address or command, in words. */
  readonly leftOut: ComputedRef<string | null>;
  readonly splitPath: () => void;
  readonly onInput: (event: Event) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
} {
  const requests = useRequestsStore();
  const profiles = useProfilesStore();

  /** What was pasted, if something of it was dropped, such as its host: requests go only to the profile's service. */
  const pasted = shallowRef<Pasted | null>(null);
  watch(
    () => request()?.key,
    () => (pasted.value = null),
  );
  watch(
    () => profiles.activeId,
    () => {
      const { value: before } = pasted;
      pasted.value = null;
      const composed = request();
      if (before === null || before.host === null || composed === null) return;
      // Under the profile that the address belongs to, its base URL is no part of the path.
      const again = splitTypedPath(before.address, profiles.active?.baseUrl ?? null);
      if (again.leftOut === null) requests.patch(composed, { path: again.path });
    },
  );
  const host = computed(() => profiles.active?.baseUrl?.replace(/^https?:\/\//, '') ?? null);
  /** Says where it goes instead, and which profile the address belongs to, if one does. */
  const leftOut = computed(() => {
    if (pasted.value === null) return null;
    const { address, host: dropped, notes } = pasted.value;
    if (dropped === null || host.value === null) return notes.length === 0 ? null : notes.join(' ');
    const owner = profiles.profiles.find(({ baseUrl }) => splitTypedPath(address, baseUrl).leftOut === null);
    const whose = owner === undefined ? '' : ` (${owner.name})`;
    return [`${dropped}${whose} was left out: this goes to ${host.value}`, ...notes].join('. ');
  });

  /** Moves a query typed with the path to the rows of the query. */
  function splitPath(): void {
    const composed = request();
    if (composed === null) return;
    const base = profiles.active?.baseUrl ?? null;
    const taken = takeTypedPath(composed.rows, base, () => crypto.randomUUID());
    if (taken === null) return;
    pasted.value =
      taken.leftOut === null ? null : { address: composed.rows.path, host: taken.leftOut, notes: [] };
    requests.patch(composed, { path: taken.path, query: taken.query });
  }

  /** What is typed stays as it is until the field is left: only a query that was pasted moves at once. */
  function onInput(event: Event): void {
    const composed = request();
    if (composed === null) return;
    pasted.value = null;
    requests.patch(composed, { path: textOf(event) });
    if (event instanceof InputEvent && event.inputType === 'insertFromPaste' && textOf(event).includes('?'))
      splitPath();
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const composed = request();
    if (composed === null) return;
    if (isCommand(text) && text.length <= MAX_COMMAND) {
      event.preventDefault();
      takeCommand(text);
      return;
    }
    if (!/^\s*https?:\/\//i.test(text)) return;
    event.preventDefault();
    requests.patch(composed, { path: text.trim() });
    splitPath();
  }

  /** A command is the whole request: it takes the place of what was entered, which Undo brings back. */
  function takeCommand(text: string): void {
    const read = requestOfCommand(text, profiles.active?.merchantHeader ?? DEFAULT_MERCHANT_HEADER);
    if (!read.ok) {
      pasted.value = { address: '', host: null, notes: [`${read.problem.title} ${read.problem.meaning}`] };
      return;
    }
    const { request: asked, notes } = read.value;
    const profileId = profiles.activeId ?? '';
    requests.take({ request: asked, form: null, name: 'the pasted command', profileId, notes }, null);
    splitPath();
    pasted.value = { address: '', host: null, ...pasted.value, notes };
  }

  return { host, leftOut, splitPath, onInput, onPaste };
}
