import { readSessionBody } from '../history/session-body';
import type { OperationModule } from './operation-module';

export const getCheckoutSession: OperationModule = {
  name: 'Session',
  subject: (path) => path.slice(path.lastIndexOf('/') + 1),
  openLabel: 'Open in Sessions',
  summary: ({ status, body }) => {
    const session = status === 200 ? readSessionBody(body) : null;
    return (
      session && {
        who: session.buyer,
        total: session.total,
        expiresAt: session.expiresAt,
        note: session.card,
      }
    );
  },
};
