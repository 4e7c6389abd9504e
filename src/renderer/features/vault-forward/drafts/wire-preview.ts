import { computed, shallowRef, type ComputedRef } from 'vue';
import type { SentRequest } from '@shared/http/exchange';
import { maskedPreview, type WirePreview } from '@renderer/tools/vault-forward/wire-preview';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useVariablesStore } from '@renderer/stores/variables';
import { fillVariables, type ValueOf } from '@shared/requests/variables';
import { fillFields } from '@shared/vault-forward/draft-variables';
import { useSandboxStore } from '@renderer/stores/sandbox';
import type { DraftTab } from './draft-tab';

const version = shallowRef('');
let asked = false;

/**
 * The request as main would send it, live, with the token and every secret masked. Its content-length is that of the
 * body that the worker last read; values generated for each request appear as the names of their variables.
 */
export function useWirePreview(
  tab: () => DraftTab,
  values: () => ValueOf = () => useVariablesStore().ownValue,
): ComputedRef<WirePreview> {
  const profiles = useProfilesStore();
  const sandbox = useSandboxStore();
  if (!asked) {
    asked = true;
    void window.explorer.describeApp().then((answer) => {
      if (answer.ok) version.value = answer.value.version;
    });
  }
  const nobody = { baseUrl: null, merchantHeader: '', merchantAccountId: null };
  return computed(() => {
    const { fields: written, report } = tab();
    const filled = fillFields(written, values());
    const fields = { ...filled, destinationUrl: sandbox.sentUrl(filled.destinationUrl) };
    return maskedPreview(fields, profiles.active ?? nobody, report?.bytes ?? 0, version.value);
  });
}

/** The same request for copying; null while the profile has no base URL. */
export function useUnsentRequest(tab: () => DraftTab): ComputedRef<SentRequest | null> {
  const variables = useVariablesStore();
  /** Generated again at each change of the draft, but the same in its headers and its body. */
  const values = computed((): ValueOf => {
    void [tab().fields, tab().revision];
    return variables.valuesForOne();
  });
  const wire = useWirePreview(tab, () => values.value);
  return computed(() => {
    const { method, url, headers } = wire.value;
    const { document, report } = tab();
    if (url === null) return null;
    const bytes = report?.bytes ?? 0;
    return {
      method,
      url,
      headers,
      // Read only when it is copied, not at each keystroke.
      body: {
        kind: 'text',
        get text() {
          return fillVariables(document.text, values.value);
        },
        bytes,
        bodyId: null,
      },
    };
  });
}
