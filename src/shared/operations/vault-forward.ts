import { countOf } from '../text/count-of';
import { sameHeaderName } from '../http/http-fields';
import { SERVICE_HEADERS } from '../vault-forward/request';
import type { OperationModule } from './operation-module';

export const vaultForward: OperationModule = {
  name: 'Vault Forward',
  subject: (path, destination) => destination?.replace(/^(\S+) https?:\/\//, '$1 ') ?? path,
  openLabel: 'Open in Vault Forward',
  summary: ({ requestHeaders }) => {
    const cards = requestHeaders
      .filter(([name]) => sameHeaderName(name, SERVICE_HEADERS.paymentMethods))
      .flatMap(([, value]) => value.split(','))
      .filter((id) => id.trim() !== '');
    const note = cards.length === 0 ? null : countOf(cards.length, 'card');
    return { who: null, total: null, expiresAt: null, note };
  },
};
