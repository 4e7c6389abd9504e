import { fieldOf } from '../json/unknown-fields';
import { countOf } from '../text/count-of';
import type { OperationModule } from './operation-module';

export const listBuyers: OperationModule = {
  name: 'Buyers',
  subject: (path) => path.replace(/^.*\/buyers/, '') || 'first page',
  openLabel: 'Open in Buyers',
  summary: ({ status, body }) => {
    const items = fieldOf(body, 'items');
    if (status !== 200 || !Array.isArray(items)) return null;
    return { who: null, total: null, expiresAt: null, note: countOf(items.length, 'buyer') };
  },
};
