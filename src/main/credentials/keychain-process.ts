/**
 * The keychain process: the only one that loads keytar. It is started when the keychain is needed, answers one question
 * at a time, and ends with its parent. It runs as an Electron utility process, or forked by Node in tests.
 */
import { KeytarSecretStore } from './keytar-secret-store';
import { answerQuestion, type KeychainAnswer, type KeychainQuestion } from './keychain-protocol';

const stores = new Map<string, KeytarSecretStore>();

function storeOf(service: string): KeytarSecretStore {
  const known = stores.get(service) ?? new KeytarSecretStore(service);
  stores.set(service, known);
  return known;
}

/** Only main can send here, so that the type of its questions is taken as given. */
function serve(reply: (answer: KeychainAnswer) => void): (question: KeychainQuestion) => void {
  return (question) => void answerQuestion(question, storeOf).then(reply);
}

const parent: Electron.ParentPort | undefined = process.parentPort;
if (parent) {
  const answer = serve((message) => parent.postMessage(message));
  parent.on('message', (event) => answer(event.data));
} else {
  process.on(
    'message',
    serve((message) => process.send?.(message)),
  );
  process.on('disconnect', () => process.exit());
}
