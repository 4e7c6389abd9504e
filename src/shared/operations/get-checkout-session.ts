import type { OperationModule } from './operation-module';

/** A session that nobody has: what a test of a connection asks for. */
export const PROBE_SESSION_ID = '00000000-0000-4000-8000-000000000000';

export const getCheckoutSession: OperationModule = {
  name: 'Session',
  subject: (path) => {
    const id = path.slice(path.lastIndexOf('/') + 1);
    return id === PROBE_SESSION_ID ? 'Connection test' : id;
  },
  openLabel: 'Open in Sessions',
};
