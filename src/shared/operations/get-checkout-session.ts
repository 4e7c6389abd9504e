import { readSessionBody } from '../history/session-body';
import type { OperationModule } from './operation-module';

export const getCheckoutSession: OperationModule = {
  name: 'Session',
  subject: (path) => path.slice(path.lastIndexOf('/') + 1),
  openLabel: 'Open in Sessions',
  summary: ({ status, body }) => {
    const facts = status === 200 ? readSessionBody(body)?.facts : null;
    return facts
      ? { who: facts.buyer, total: facts.total, expiresAt: facts.expiresAt, note: facts.card }
      : null;
  },
};
