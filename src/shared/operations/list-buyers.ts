import type { OperationModule } from './operation-module';

export const listBuyers: OperationModule = {
  name: 'Buyers',
  subject: (path) => path.replace(/^.*\/buyers/, '') || 'first page',
  openLabel: 'Open in Buyers',
};
