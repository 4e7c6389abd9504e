import type { OperationModule } from './operation-module';

export const getCheckoutSession: OperationModule = {
  name: 'Session',
  subject: (path) => path.slice(path.lastIndexOf('/') + 1),
  openLabel: 'Open in Sessions',
};
