import type { PlaceholderSource } from '@shared/vault-forward/placeholder-catalogue';

/** Where a placeholder is known from, in words. */
export const SOURCE_LABELS: Readonly<Record<PlaceholderSource, string>> = {
  specification: 'In the specification',
  'known-elsewhere': 'Not shown in the specification, known elsewhere',
  own: 'Your own',
};
