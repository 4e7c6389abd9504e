import type { Environment } from '@shared/profiles/profile';
import type { IconName } from './Icon.vue';

/** An environment as words and an icon, so that it is never shown by colour alone. */
export const ENVIRONMENT_LABELS: Readonly<Record<Environment, { word: string; icon: IconName }>> = {
  local: { word: 'Local', icon: 'local' },
  sandbox: { word: 'Sandbox', icon: 'sandbox' },
  production: { word: 'Production', icon: 'production' },
};
