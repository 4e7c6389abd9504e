import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { sessionRequest } from '@shared/requests/reading-requests';
import { testingProfile } from '@shared/testing/testing-profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { testingSender, type TestingSender } from './testing-sender';

export type ServiceSocket = RawServer['sockets'][number];

export const CREATED =
  'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
export const SESSION = sessionRequest('5e550000-0000-4000-8000-000000000001');

/** A Vault Forward charge whose destination is this computer. */
export function charge(body = '{"number":"{{CARD_NUMBER_1}}"}'): RequestSpec {
  return requestOfDraft(draftWith({ destinationUrl: 'http://127.0.0.1:9/charge', body }));
}

/** The service takes the request, and its answer never arrives. */
export const lose = (socket: ServiceSocket): void => void socket.resetAndDestroy();

export const call = () => ({ callId: randomUUID(), signal: new AbortController().signal });

export function order(request: RequestSpec, of: Profile) {
  return { id: randomUUID(), request, profile: of, composedUnder: null, replayOf: null, variables: null };
}

/** For tests: an app's sender, and a service on this computer to send to. */
export interface SendingWorld {
  readonly harness: Harness;
  readonly testing: TestingDatabase;
  readonly server: RawServer;
  readonly app: TestingSender;
  /** What the service does with a complete request; answers 201 by default. */
  onRequest: (socket: ServiceSocket) => void;
  /** Replaces the app with another one on the same files. */
  start(services?: Parameters<typeof testingSender>[2]): TestingSender;
  /** A profile that points to the service. */
  profile(changes?: Partial<Profile>): Profile;
}

/** Makes a new world for each test of the file. */
export function sendingWorld(): SendingWorld {
  let harness: Harness;
  let testing: TestingDatabase;
  let server: RawServer;
  let app: TestingSender;
  const world: SendingWorld = {
    get harness() {
      return harness;
    },
    get testing() {
      return testing;
    },
    get server() {
      return server;
    },
    get app() {
      return app;
    },
    onRequest: () => undefined,
    start: (services) => (app = testingSender(harness, testing, services)),
    profile: (changes) => testingProfile({ id: 'p', name: 'A profile', baseUrl: server.url, ...changes }),
  };
  beforeEach(async () => {
    harness = await openHarness();
    testing = openTestingDatabase();
    world.onRequest = (socket) => socket.end(CREATED);
    server = await startRawServer((socket, bytes) => {
      if (isWholeRequest(bytes)) world.onRequest(socket);
    });
    world.start();
  });
  afterEach(async () => {
    await app.sender.settled();
    await testing.remove();
    await server.close();
    await harness.close();
  });
  return world;
}
