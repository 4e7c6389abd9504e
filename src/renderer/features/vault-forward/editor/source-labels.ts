import type { PlaceholderSource } from '@shared/vault-forward/placeholder-catalogue';

/** Where a placeholder is known from, in words. */
export const SOURCE_LABELS: Readonly<Record<PlaceholderSource, string>> = {
  specification: 'Named by the specification',
  'known-elsewhere': 'Not specified; known to a compatible public service',
  own: 'Your own',
};
