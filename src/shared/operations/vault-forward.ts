import type { OperationModule } from './operation-module';

export const vaultForward: OperationModule = {
  name: 'Vault Forward',
  subject: (path, destination) => destination?.replace(/^(\S+) https?:\/\//, '$1 ') ?? path,
  openLabel: 'Open in the composer',
};
