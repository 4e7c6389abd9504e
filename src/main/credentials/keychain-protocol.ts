import { KeychainError, type SecretStore } from './secret-store';
import { isConnectionLost } from './keychain-errors';

/** A question from main to the keychain process. Only plain values, because they cross a process boundary. */
export interface KeychainQuestion {
  readonly id: number;
  readonly service: string;
  readonly operation: 'get' | 'set' | 'delete';
  readonly account: string;
  /** Only for `set`. */
  readonly secret: string | null;
}

export type KeychainAnswer =
  | { readonly id: number; readonly ok: true; readonly secret: string | null }
  | {
      readonly id: number;
      readonly ok: false;
      readonly trouble: KeychainError['trouble'];
      readonly detail: string;
      /** True if this process can no longer reach the keychain, but another one may. */
      readonly connectionLost: boolean;
    };

/** Answers one question, with the store of the service it names. */
export async function answerQuestion(
  question: KeychainQuestion,
  storeOf: (service: string) => SecretStore,
): Promise<KeychainAnswer> {
  const { id } = question;
  try {
    return { id, ok: true, secret: await carryOut(question, storeOf(question.service)) };
  } catch (error) {
    const detail = error instanceof KeychainError ? error.detail : `Unexpected: ${String(error)}`;
    const trouble = error instanceof KeychainError ? error.trouble : 'failed';
    return { id, ok: false, trouble, detail, connectionLost: isConnectionLost(detail) };
  }
}

async function carryOut(question: KeychainQuestion, store: SecretStore): Promise<string | null> {
  switch (question.operation) {
    case 'get':
      return store.get(question.account);
    case 'set':
      await store.set(question.account, question.secret ?? '');
      return null;
    case 'delete':
      await store.delete(question.account);
      return null;
  }
}
