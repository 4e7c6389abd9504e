import { createHash } from 'node:crypto';
import type { ChildProcess, StartProcess } from '../processes/child-process';
import { describeProcessEnd, type ProcessEnd } from '../processes/process-end';
import type { KeychainAnswer, KeychainQuestion } from './keychain-protocol';
import { assertOneLine, KeychainError, type SecretStore } from './secret-store';

type KeychainProcess = ChildProcess<KeychainQuestion>;
export type StartKeychainProcess = StartProcess<KeychainQuestion, KeychainAnswer>;

export interface KeychainClientOptions {
  readonly start: StartKeychainProcess;
  /** The name of the OS keychain service that holds our entries; see `keychainService`. */
  readonly service: string;
  /** Called with a sentence for the log if the process ended although nobody had ended it. */
  readonly onCrash?: (what: string) => void;
}

/** How long a caller waits, in ms. The keychain itself continues to wait for the person. */
const WAIT_MS = 10_000;
/** After this long without an answer, in ms, the process is ended together with its question. */
const ABANDON_MS = 120_000;
/** The process ends after this long without a question, in ms; its answers are remembered. */
const IDLE_MS = 500;
/**
 * The same after a write: what was written is read at its next use, often by a send, which should not wait for a new
 * process.
 */
const IDLE_AFTER_WRITING_MS = 2_000;

interface Asked {
  readonly question: KeychainQuestion;
  readonly settle: (answer: KeychainAnswer) => void;
  readonly timeout: NodeJS.Timeout;
  abandonment: NodeJS.Timeout | null;
  givenUp: boolean;
  askedAgain: boolean;
  /** How the processes that should have answered ended, in words. */
  readonly crashes: string[];
}

/**
 * The keychain as main sees it: a `SecretStore` over the keychain process. It asks one question at a time, each with
 * a time limit. If the process ended or lost the keychain, a new one is asked once more (every operation may be
 * repeated).
 */
export class KeychainClient implements SecretStore {
  private process: KeychainProcess | null = null;
  private readonly waiting: Asked[] = [];
  private current: Asked | null = null;
  private idle: NodeJS.Timeout | null = null;
  private lastId = 0;
  private hasWritten = false;
  private isStopped = false;
  private tellLateAnswer: () => void = () => undefined;

  constructor(private readonly options: KeychainClientOptions) {}

  /**
   * The listener is called when a question that was given up on is answered after all: the person unlocked the
   * keychain.
   */
  onLateAnswer(listener: () => void): void {
    this.tellLateAnswer = listener;
  }

  async get(account: string): Promise<string | null> {
    return this.ask('get', account, null);
  }

  async set(account: string, secret: string): Promise<void> {
    assertOneLine(secret);
    await this.ask('set', account, secret);
  }

  async delete(account: string): Promise<void> {
    await this.ask('delete', account, null);
  }

  /** Ends the process for good, together with a question that the keychain may never answer. */
  stop(): void {
    this.isStopped = true;
    this.endProcess();
    if (this.current) this.send(this.current);
  }

  private ask(
    operation: KeychainQuestion['operation'],
    account: string,
    secret: string | null,
  ): Promise<string | null> {
    const question = { id: ++this.lastId, service: this.options.service, operation, account, secret };
    return new Promise((resolve, reject) => {
      const settle = (answer: KeychainAnswer): void => {
        if (answer.ok) resolve(answer.secret);
        else reject(new KeychainError(answer.trouble, answer.detail));
      };
      const timeout = setTimeout(() => this.giveUp(asked), WAIT_MS);
      const asked: Asked = {
        question,
        settle,
        timeout,
        abandonment: null,
        givenUp: false,
        askedAgain: false,
        crashes: [],
      };
      this.waiting.push(asked);
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    const asked = this.waiting.shift();
    if (this.idle) clearTimeout(this.idle);
    this.idle = null;
    if (!asked) {
      this.idle = setTimeout(() => this.endProcess(), this.hasWritten ? IDLE_AFTER_WRITING_MS : IDLE_MS);
      this.idle.unref();
      return;
    }
    this.current = asked;
    this.hasWritten = asked.question.operation === 'set';
    asked.abandonment = setTimeout(() => this.replaceProcess(), ABANDON_MS);
    asked.abandonment.unref();
    this.send(asked);
  }

  private send(asked: Asked): void {
    if (this.isStopped) return this.finish(asked, failure(asked, 'failed', 'The app is ending.'));
    try {
      this.process ??= this.startProcess();
      this.process.send(asked.question);
    } catch (error) {
      this.finish(
        asked,
        failure(asked, 'failed', `The keychain process could not be started: ${String(error)}`),
      );
    }
  }

  private startProcess(): KeychainProcess {
    const process: KeychainProcess = this.options.start({
      onMessage: (answer) => this.take(answer),
      onExit: (end) => this.onExit(process, end),
    });
    return process;
  }

  private take(answer: KeychainAnswer): void {
    const asked = this.current;
    if (asked?.question.id !== answer.id) return;
    if (!answer.ok && answer.connectionLost) {
      this.endProcess();
      if (this.mayAskAgain(asked)) return this.send(asked);
    }
    this.finish(asked, answer);
  }

  private onExit(ended: KeychainProcess, end: ProcessEnd): void {
    if (ended !== this.process) return;
    this.process = null;
    const how = describeProcessEnd(end);
    this.options.onCrash?.(`The process that asks the keychain ended unexpectedly: ${how}.`);
    const asked = this.current;
    if (!asked) return;
    asked.crashes.push(how);
    if (this.mayAskAgain(asked)) return this.send(asked);
    const all = asked.crashes.join(', and again ');
    this.finish(asked, failure(asked, 'crashed', `The process that asks the keychain ended ${all}.`));
  }

  private mayAskAgain(asked: Asked): boolean {
    if (asked.askedAgain || asked.givenUp) return false;
    asked.askedAgain = true;
    return true;
  }

  /** Tells the caller to stop waiting. A question that already went to the keychain cannot be taken back. */
  private giveUp(asked: Asked): void {
    asked.givenUp = true;
    const place = this.waiting.indexOf(asked);
    if (place !== -1) this.waiting.splice(place, 1);
    const seconds = Math.round(WAIT_MS / 1000);
    asked.settle(
      failure(
        asked,
        'locked',
        `No answer within ${seconds} s. The keychain may be asking for its password in a separate window.`,
      ),
    );
  }

  private endProcess(): void {
    const { process } = this;
    this.process = null;
    process?.end();
  }

  private replaceProcess(): void {
    const asked = this.current;
    this.endProcess();
    if (asked) this.finish(asked, failure(asked, 'locked', 'The keychain did not answer for minutes.'));
  }

  private finish(asked: Asked, answer: KeychainAnswer): void {
    clearTimeout(asked.timeout);
    if (asked.abandonment) clearTimeout(asked.abandonment);
    this.current = null;
    if (!asked.givenUp) asked.settle(answer);
    else if (answer.ok) this.tellLateAnswer();
    this.next();
  }
}

function failure(asked: Asked, trouble: KeychainError['trouble'], detail: string): KeychainAnswer {
  return { id: asked.question.id, ok: false, trouble, detail, connectionLost: false };
}

const SERVICE = 'payments-api-explorer';

/**
 * The name of the OS keychain service that holds our entries. A copy of the app with its own data folder gets its own
 * name, made from the folder's path, so that two copies side by side neither share nor destroy each other's secrets.
 * @param userDataDir absolute path, symbolic links resolved.
 * @param ownFolder true if it is another folder than the usual one (`dataFolderAt`).
 */
export function keychainService(userDataDir: string, ownFolder: boolean): string {
  if (!ownFolder) return SERVICE;
  return `${SERVICE}:${createHash('sha256').update(userDataDir).digest('hex').slice(0, 16)}`;
}
