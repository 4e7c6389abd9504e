import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import type { ServedDocument } from '@shared/documents/served-document';
import { messageOf } from '@shared/text/message-of';
import { DocumentProcesses, processOrder, type StartServingProcess } from './document-processes';
import { ANY_PORTS, type SandboxPorts } from './sandbox-ports';

/** What the sandbox reports once it runs; `tokens` stay in main. Source: src/sandbox/description. */
const description = z.object({
  baseUrl: z.string().url(),
  destination: z.object({ http: z.string(), tls: z.string() }),
  tokens: z.object({ full: z.string().min(1) }),
  sessions: z.record(z.string(), z.unknown()),
  merchantAccounts: z.array(z.string()),
  paymentMethods: z.array(z.string()),
  paymentMethodNames: z.record(z.string(), z.string()),
  authentications: z.record(z.string(), z.string()),
});

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), description }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

const servedDocument = z.object({
  id: z.string(),
  state: z.enum(['starting', 'serving', 'ended']),
  title: z.string(),
  version: z.string(),
  operations: z.number(),
  checked: z.number(),
  broken: z.array(z.object({ operation: z.string(), why: z.string() })).readonly(),
  brokenCount: z.number(),
  ownBrokenCount: z.number(),
  suspended: z.array(z.string()).readonly(),
  why: z.string().nullable(),
});
const posted = z.union([z.object({ type: z.literal('document'), state: servedDocument }), processOrder]);

export interface RunningSandbox {
  readonly facts: SandboxFacts;
  /** Access token with every scope; never leaves main. */
  readonly token: string;
}

export interface SandboxHostOptions {
  /** Where it listens if those ports are free. */
  readonly ports?: SandboxPorts;
  /** Called with the reason if it ended after starting and nobody had asked it to stop. */
  readonly onEnd?: (why: string) => void;
  /** Called when the state of a document that it serves changes. */
  readonly onDocument?: (state: ServedDocument) => void;
  /** Starts the process of a document. */
  readonly startProcess?: StartServingProcess;
}

function noProcess(): never {
  throw new Error('nothing starts the process of a document here');
}

/**
 * Runs the built-in sandbox in a worker thread: the same code as `npm run sandbox`, off the main thread, and gone
 * with the app.
 */
export class SandboxHost {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #stopAsked = false;
  readonly running: Promise<RunningSandbox>;

  constructor(workerFile: string, options: SandboxHostOptions = {}) {
    const { ports = ANY_PORTS, onEnd = () => undefined, onDocument = () => undefined } = options;
    const { startProcess = noProcess } = options;
    this.#worker = new Worker(workerFile, { workerData: { ports } });
    // Listens from the beginning, because a worker that failed is gone long before anybody asks it to stop.
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.running = new Promise((resolve, reject) => {
      this.#worker.once('message', (sent: unknown) => {
        const parsed = message.safeParse(sent);
        if (!parsed.success) reject(new Error('the sandbox described itself in an unknown way'));
        else if (parsed.data.type === 'failed') reject(new Error(parsed.data.message));
        else resolve(toRunning(parsed.data.description));
      });
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`the sandbox ended (code ${code})`)));
    });
    // Whoever awaits `running` sees the rejection; if nobody does, it must not end the app.
    this.running.catch(() => undefined);
    this.#watch(onEnd);
    const processes = new DocumentProcesses(startProcess, (message) => this.#worker.postMessage(message));
    this.#worker.once('exit', () => processes.endAll());
    this.#worker.on('message', (sent: unknown) => {
      const { data } = posted.safeParse(sent);
      if (data?.type === 'document') onDocument(data.state);
      else if (data) processes.take(data);
    });
  }

  #watch(onEnd: (why: string) => void): void {
    let why: string | null = null;
    let isRunning = false;
    this.#worker.on('error', (error) => (why = messageOf(error)));
    this.#worker.once('exit', (code) => {
      if (isRunning && !this.#stopAsked) onEnd(why ?? `code ${code}`);
    });
    // An earlier failure is reported by `running`.
    this.running.then(
      () => (isRunning = true),
      () => undefined,
    );
  }

  /** Also answers from this document; replaces an earlier text with the same id. */
  serve(id: string, text: string): void {
    this.#worker.postMessage({ type: 'serve', id, text });
  }

  stopServing(id: string): void {
    this.#worker.postMessage({ type: 'stop-serving', id });
  }

  /** Asks it to stop, and terminates it if it has not stopped within a second. Resolves at once if it is already gone. */
  async stop(): Promise<void> {
    this.#stopAsked = true;
    this.#worker.postMessage({ type: 'stop' });
    const limit = setTimeout(() => void this.#worker.terminate(), 1_000);
    await this.#ended;
    clearTimeout(limit);
  }
}

function toRunning(described: z.infer<typeof description>): RunningSandbox {
  const { errors, ...samples } = described.sessions;
  return {
    token: described.tokens.full,
    facts: {
      baseUrl: described.baseUrl,
      destination: described.destination,
      sessions: textsOf(samples),
      errorSessions: textsOf(errors),
      merchantAccounts: described.merchantAccounts,
      paymentMethods: described.paymentMethods,
      paymentMethodNames: described.paymentMethodNames,
      authentications: described.authentications,
    },
  };
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
