import type { BodyStore } from './body-store';

/** Most bytes in one answer; the reader then asks again from where the slice ended. */
export const SLICE_BYTES = 4 * 1024 * 1024;

export interface BodyAnswer {
  readonly status: 200 | 400 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Buffer;
  /** Called once the data has been handed on. */
  readonly handedOn?: () => void;
}

const BODY_PATH = /^\/bodies\/([0-9a-f-]{36})(\/facts)?$/;

/**
 * Answers `app://explorer/bodies/<id>?start=N&end=M` with the bytes from N up to, not including, M (both optional;
 * clipped to the body and to `SLICE_BYTES`), and `app://explorer/bodies/<id>/facts` with `{ bytes, encoding, complete
 * }` as JSON. An unknown id, or one whose body was dropped, gets a 404.
 */
export async function serveBody(store: BodyStore, address: URL): Promise<BodyAnswer> {
  const [, bodyId, asksForFacts] = BODY_PATH.exec(address.pathname) ?? [];
  const facts = bodyId === undefined ? null : store.facts(bodyId);
  if (bodyId === undefined || !facts) return answerText(404, 'There is no such body (any more).');
  if (asksForFacts !== undefined) return answer(200, 'application/json', Buffer.from(JSON.stringify(facts)));

  const start = readOffset(address.searchParams.get('start'), 0);
  const end = readOffset(address.searchParams.get('end'), facts.bytes);
  if (start === null || end === null || end < start) {
    return answerText(400, 'start and end are byte offsets: whole numbers, end not below start.');
  }
  const data = await store.read(bodyId, start, Math.min(end, start + SLICE_BYTES));
  return data
    ? { ...answer(200, 'application/octet-stream', data), handedOn: () => store.giveBack(data) }
    : answerText(404, 'There is no such body (any more).');
}

function readOffset(text: string | null, missing: number): number | null {
  if (text === null) return missing;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function answerText(status: 400 | 404, words: string): BodyAnswer {
  return answer(status, 'text/plain; charset=utf-8', Buffer.from(words));
}

function answer(status: BodyAnswer['status'], type: string, data: Buffer): BodyAnswer {
  const headers = {
    'content-type': type,
    'content-length': String(data.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, data };
}
