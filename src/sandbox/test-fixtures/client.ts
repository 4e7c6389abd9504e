import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { operations } from '@contract';
import { checkResponse } from '@contract/findings';
import { parseJson } from '@shared/json/parse-json';
import { operationIds } from '../api/router';
import { FAULT_HEADER } from '../faults/fault-injector';
import {
  startSandbox,
  type RunningSandbox,
  type SandboxDescription,
  type SandboxOptions,
} from '../start-sandbox';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** The parsed body; undefined when it is empty, the text when it is not JSON. */
  readonly json: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  /** A repeated name has a list of values. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** Sends one request on its own connection, adding nothing but what HTTP needs. Rejects when there is no complete answer. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    // The target exactly as written: `URL` would repair what the tests break on purpose.
    const path = url.slice(url.indexOf('/', 'http://'.length));
    const sent = request({ hostname, port, path, method, agent: false, headers: { ...headers } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const whole = Buffer.concat(chunks);
        const text = whole.toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          text,
          json: parse(text),
        });
      });
    });
    // Sent as bytes, because Node would write the head in UTF-8 together with a body that is a string.
    sent.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  const json = parseJson(text);
  return json === undefined ? text : json;
}

export interface SandboxUnderTest {
  readonly description: SandboxDescription;
  /** Sends a request to a path of the API with the token `full`, unless the headers say otherwise. */
  call(path: string, sending?: RequestOptions): Promise<Received>;
  callAnonymously(path: string, sending?: RequestOptions): Promise<Received>;
  setFaults(plan: Readonly<Record<string, unknown>>): Promise<Received>;
}

/** A sandbox for the tests of one file, started before the first test and stopped after the last. */
export function useSandbox(options: SandboxOptions = {}): SandboxUnderTest {
  let running: RunningSandbox | null = null;
  const description = (): SandboxDescription => {
    if (!running) throw new Error('The sandbox runs only while tests do.');
    return running.description;
  };
  beforeAll(async () => {
    running = await startSandbox(options);
  });
  afterAll(async () => {
    await running?.close();
  });
  let faults = false;
  const callAnonymously = async (path: string, sending: RequestOptions = {}): Promise<Received> => {
    const received = await send(description().baseUrl + path, sending);
    const onPurpose = faults || sending.headers?.[FAULT_HEADER] !== undefined;
    if (!onPurpose) expectContract(path, sending.method ?? 'GET', received);
    return received;
  };
  return {
    get description() {
      return description();
    },
    callAnonymously,
    call: (path, sending = {}) =>
      callAnonymously(path, {
        ...sending,
        headers: { authorization: `Bearer ${description().tokens.full}`, ...sending.headers },
      }),
    setFaults: (plan) => {
      faults = true;
      return send(description().controlUrl, { method: 'PUT', body: JSON.stringify(plan) });
    },
  };
}

/** Unless a test breaks it on purpose, every answer has to fit the contract, whatever the test itself checks. */
function expectContract(target: string, method: string, { status, headers, json }: Received): void {
  const [path = ''] = target.split('?');
  const id = operationIds.find(
    (known) =>
      operations[known].method === method &&
      new RegExp(`^${operations[known].path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  // The answer of Vault Forward's destination is not covered by the contract.
  if (id === undefined || (id === 'vault_forward' && headers['x-request-id'] === undefined)) return;
  expect(checkResponse(id, status, json).findings, `${method} ${target}`).toEqual([]);
}
