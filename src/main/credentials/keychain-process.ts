/**
 * The keychain process: the only one that loads keytar. It is started when the keychain is needed, answers one question
 * at a time, and ends with its parent.
 */
import { serveParent } from '../processes/serve-parent';
import { KeytarSecretStore } from './keytar-secret-store';
import { answerQuestion, type KeychainAnswer, type KeychainQuestion } from './keychain-protocol';

const stores = new Map<string, KeytarSecretStore>();

function storeOf(service: string): KeytarSecretStore {
  const known = stores.get(service) ?? new KeytarSecretStore(service);
  stores.set(service, known);
  return known;
}

serveParent<KeychainQuestion, KeychainAnswer>(
  (question, reply) => void answerQuestion(question, storeOf).then(reply),
);
