import type { Socket } from 'node:net';
import type { ConnectionFailure } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import type { TestAuthority } from '../transport/test-fixtures/certificates';
import { isWholeRequest, startRawServer } from '../transport/test-fixtures/raw-server';

export const OPERATIONS = ['look-up', 'list', 'load all', 'Vault Forward'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Something that goes wrong between the app and the service, on loopback. */
export interface Fault {
  readonly name: string;
  readonly outcome: 'answered' | ConnectionFailure;
  /** Whether a request that meets the fault may have been acted on. */
  readonly arrives: boolean;
  readonly meet: (operation: Operation, place: FaultPlace) => Promise<FaultyService>;
}

export interface FaultPlace {
  readonly authority: TestAuthority;
  /** Path of the authority's certificate. */
  readonly caFile: string;
}

export interface FaultyService {
  /** The changes to a profile that lead to it. */
  readonly profile: Partial<Profile>;
  /** The complete requests that arrived, oldest first. */
  readonly requests: readonly string[];
  /** Makes it answer properly from now on; null if the service cannot fix the fault. */
  readonly heal: (() => void) | null;
  readonly close: () => Promise<unknown>;
}

/** A profile's timeouts in ms, generous unless a fault is supposed to exceed one. */
export const PATIENT = { connectMs: 20_000, totalMs: 40_000 };
export const IMPATIENT_AT_CONNECTING = { connectMs: 400, totalMs: 40_000 };
export const IMPATIENT = { connectMs: 20_000, totalMs: 800 };

/** A service with faulty answers. The first page of a load is always good, so that there are rows to lose. */
export async function serveAnswers(
  operation: Operation,
  answer: (socket: Socket) => void,
  timeouts: Profile['timeouts'] = PATIENT,
): Promise<FaultyService> {
  const requests: string[] = [];
  const handled = new Map<number, number>();
  let healthy = false;
  const server = await startRawServer((socket, all, connection) => {
    const request = all.subarray(handled.get(connection) ?? 0);
    if (!isWholeRequest(request)) return;
    handled.set(connection, all.length);
    const text = request.toString('latin1');
    requests.push(text);
    const isFirstPage = operation === 'load all' && !/^GET \S*[?&]cursor=/.test(text);
    if (healthy) socket.write(jsonAnswer(page(null)));
    else if (isFirstPage) socket.write(jsonAnswer(page('2')));
    else answer(socket);
  });
  return {
    profile: { baseUrl: server.url, timeouts },
    requests,
    heal: () => (healthy = true),
    close: server.close,
  };
}

/** A page with one buyer and the cursor of the next page. */
export function page(nextCursor: string | null): string {
  const id = `123e4567-e89b-42d3-a456-42661417400${nextCursor ?? 1}`;
  const at = '2026-01-01T00:00:00+00:00';
  const buyer = { id, type: 'buyer', display_name: 'Ada', external_identifier: null };
  return JSON.stringify({
    items: [{ ...buyer, created_at: at, updated_at: at }],
    limit: 1,
    next_cursor: nextCursor,
    previous_cursor: null,
  });
}

export function head(...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

export function jsonAnswer(body: string, ...lines: readonly string[]): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return head('content-type: application/json', length, ...lines) + body;
}
