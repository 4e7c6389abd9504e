import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { splitTypedPath } from '@shared/requests/request-draft';
import { textOf } from '@renderer/components/text-of';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { ComposedRequest } from './composed-request';
import { useRequestsStore } from './requests-store';
import { takeTypedPath } from './typed-path';

/** The path of a free request as it is typed or pasted. */
export function useTypedPath(request: () => ComposedRequest | null): {
  /** The base URL without its scheme; null if the profile has none. */
  readonly host: ComputedRef<string | null>;
  /** What was left out of a pasted address, in words. */
  readonly leftOut: ComputedRef<string | null>;
  readonly splitPath: () => void;
  readonly onInput: (event: Event) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
} {
  const requests = useRequestsStore();
  const profiles = useProfilesStore();

  /** The address that was pasted, if its host was dropped: requests go only to the profile's service. */
  const pasted = shallowRef<{ readonly address: string; readonly host: string } | null>(null);
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
      if (before === null || composed === null) return;
      // Under the profile that the address belongs to, its base URL is no part of the path.
      const again = splitTypedPath(before.address, profiles.active?.baseUrl ?? null);
      if (again.leftOut === null) requests.patch(composed, { path: again.path });
    },
  );
  const host = computed(() => profiles.active?.baseUrl?.replace(/^https?:\/\//, '') ?? null);
  /** Says where it goes instead, and which profile the address belongs to, if one does. */
  const leftOut = computed(() => {
    if (pasted.value === null || host.value === null) return null;
    const { address } = pasted.value;
    const owner = profiles.profiles.find(({ baseUrl }) => splitTypedPath(address, baseUrl).leftOut === null);
    const whose = owner === undefined ? '' : ` (${owner.name})`;
    return `${pasted.value.host}${whose} was left out: this goes to ${host.value}`;
  });

  /** Moves a query typed with the path to the rows of the query. */
  function splitPath(): void {
    const composed = request();
    if (composed === null) return;
    const base = profiles.active?.baseUrl ?? null;
    const taken = takeTypedPath(composed.rows, base, () => crypto.randomUUID());
    if (taken === null) return;
    pasted.value = taken.leftOut === null ? null : { address: composed.rows.path, host: taken.leftOut };
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
    if (composed === null || !/^\s*https?:\/\//i.test(text)) return;
    event.preventDefault();
    requests.patch(composed, { path: text.trim() });
    splitPath();
  }

  return { host, leftOut, splitPath, onInput, onPaste };
}
