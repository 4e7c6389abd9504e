import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import { openTestingDatabase } from '../testing/testing-database';
import { openHarness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { CREATED, type ServiceSocket } from './sending-world.fixture';
import { testingSender } from './testing-sender';

/** A request as a person composes it, and what makes another one count as the same intent. */
interface Composed {
  readonly request: RequestSpec;
  /** Equal for the very same request. */
  readonly mark: string;
  readonly destination: string;
  /** What it would do at the destination, and the idempotency key that it does it under. */
  readonly contents: readonly string[];
}

function composed(
  path: string,
  body: string,
  value: string,
  header?: readonly [string, string],
  as = value,
  keys: readonly string[] = [],
): Composed {
  const destination = `http://127.0.0.1:9/${path}`;
  const headers = header ? [headerRow(...header)] : [];
  const [name = '', its = ''] = header ?? [];
  return {
    request: requestOfDraft(draftWith({ destinationUrl: destination, body, headers })),
    mark: JSON.stringify([destination, as, header]),
    destination,
    contents: [
      `${destination} ${value}`,
      ...[...keys, ...(name === 'x-idempotency-key' ? [its] : [])].map((key) => `key ${key}`),
    ],
  };
}

const A = '{"number":"{{CARD_NUMBER_1}}","amount":"1"}';
const A_LAID_OUT = '{\n  "number": "{{CARD_NUMBER_1}}",\n  "amount": "1"\n}';
const A_REORDERED = '{"amount":"1","number":"{{CARD_NUMBER_1}}"}';
const B = '{"number":"{{CARD_NUMBER_1}}","amount":"2"}';
const FORM = ['content-type', 'application/x-www-form-urlencoded'] as const;
const XML = ['content-type', 'application/xml'] as const;
const REQUESTS: readonly Composed[] = [
  composed('charge', A, 'A'),
  composed('charge', A_LAID_OUT, 'A'),
  composed('charge', A_REORDERED, 'A', undefined, 'A reordered'),
  composed('charge', A, 'A', ['x-trace', '1']),
  composed('other', A, 'A'),
  composed('charge', B, 'B'),
  composed('charge', A, 'A', ['x-idempotency-key', 'K']),
  composed('other', B, 'B', ['x-idempotency-key', 'K']),
  composed('charge', '{"idempotency_key":"K"}', 'key in the body', undefined, undefined, ['K']),
  composed('charge', 'amount=1&number={{CARD_NUMBER_1}}', 'form', FORM),
  composed('charge', 'number={{card_number_1}}&amount=1', 'form', FORM, 'form reordered'),
  composed('charge', '<a><b>1</b></a>', 'XML', XML),
  composed('charge', '<a>\n  <b>1</b>\n</a>', 'XML', XML, 'XML laid out'),
  composed('charge', '{"query":"mutation { pay(a: 1) }"}', 'GraphQL'),
  composed(
    'charge',
    '{"query":"mutation{pay(a:1)}","variables":{}}',
    'GraphQL',
    undefined,
    'GraphQL laid out',
  ),
];
const DRAFTS = [null, '00000000-0000-4000-8000-0000000000d1', '00000000-0000-4000-8000-0000000000d2'];

/** What the service does: carries it out and says so, refuses it, or breaks off after it has everything. */
const SERVICE = {
  carries: (socket: ServiceSocket) => void socket.end(CREATED),
  refuses: (socket: ServiceSocket) =>
    void socket.end(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    ),
  fails: (socket: ServiceSocket) =>
    void socket.end('HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\n\r\n'),
  breaksOff: (socket: ServiceSocket) => void socket.resetAndDestroy(),
};

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      which: fc.nat(REQUESTS.length - 1),
      draft: fc.constantFrom(...DRAFTS),
      process: fc.constantFrom(0 as const, 1 as const),
      profile: fc.constantFrom('p', 'q'),
      service: fc.constantFrom(
        'carries' as const,
        'refuses' as const,
        'fails' as const,
        'breaksOff' as const,
      ),
      agrees: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'lock' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'unlock' as const }) },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** A send whose outcome nobody knows, with the reasons for which it may still be repeated by mistake. */
interface Open {
  readonly mark: string;
  readonly destination: string;
  draft: string | null;
  contents: readonly string[];
}

let server: RawServer;
let onRequest: (socket: ServiceSocket) => void;
beforeAll(async () => {
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
});
afterAll(() => server.close());

/** Carries the actions out in two processes on the same files, beside a model of what has to be asked about. */
async function play(actions: readonly Action[]): Promise<void> {
  const harness = await openHarness();
  const testing = openTestingDatabase();
  const start = () => [testingSender(harness, testing), testingSender(harness, testing)] as const;
  const profile = (id: string): Profile => testingProfile({ id, name: id, baseUrl: server.url });
  let apps = start();
  let open: Open[] = [];
  let covered = new Set<string>();
  try {
    for (const one of actions) {
      if (one.kind !== 'send') {
        await Promise.all(apps.map(({ sender }) => sender.settled()));
        testing.keychain.trouble = {
          lock: 'locked' as const,
          unlock: null,
          restart: testing.keychain.trouble,
        }[one.kind];
        if (one.kind === 'unlock') await testing.database.reopen();
        else {
          await testing.reopen();
          apps = start();
        }
        covered = new Set();
        continue;
      }
      const told = REQUESTS[one.which];
      if (told === undefined) throw new Error(`no request ${one.which}`);
      const { request, mark, destination, contents } = told;
      const app = apps[one.process];
      const asked = app.questions.length;
      app.answer = { confirmed: one.agrees, checked: false };
      onRequest = SERVICE[one.service];
      const draftId = one.draft ?? undefined;
      const before = server.requests.length;
      const result = await app.submit(
        request,
        profile(one.profile),
        draftId === undefined ? {} : { draftId },
      );
      const mustAsk = open.some(
        (sent) =>
          sent.mark === mark ||
          (sent.draft !== null && sent.draft === one.draft) ||
          sent.contents.some((content) => contents.includes(content)),
      );
      const wasAsked = app.questions.length > asked;
      // In a run without the history, a yes to the question about everything hidden covers the request and its draft.
      const isCovered = covered.has(`${mark} ${one.draft}`);
      if (mustAsk && !isCovered) expect(wasAsked).toBe(true);
      if (wasAsked && !one.agrees) {
        expect(result.kind).toBe('declined');
        expect(server.requests.length).toBe(before);
        continue;
      }
      expect(result.kind).toBe('sent');
      expect(server.requests.length).toBe(before + 1);
      if (one.service === 'fails' || one.service === 'breaksOff')
        open.push({ mark, destination, draft: one.draft, contents });
      if (one.service !== 'carries') continue;
      if (testing.keychain.trouble !== null) covered.add(`${mark} ${one.draft}`);
      open = open.filter((sent) => sent.mark !== mark);
      for (const sent of open) {
        if (sent.draft === one.draft && sent.destination === destination) sent.draft = null;
        if (sent.contents.some((content) => contents.includes(content))) sent.contents = [];
      }
    }
  } finally {
    await Promise.all(apps.map(({ sender }) => sender.settled()));
    await testing.remove();
    await harness.close();
  }
}

it('whatever was sent, lost, answered, locked and restarted: nothing that may have been carried out goes out again without a question', async () => {
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 12 }), play), {
    numRuns: 15,
  });
}, 60_000);
