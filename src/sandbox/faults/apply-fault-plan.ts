import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { htmlAnswer, type Answer } from '../server/answer';
import type { FaultPlan } from './plan';

const MEGABYTE = 1_000_000;
const DRIP_EVERY_MS = 100;

/** The answer as changed by the plan. Faults of the connection itself (reset) are handled elsewhere. */
export function applyFaultPlan(answer: Answer, plan: FaultPlan): Answer {
  let faulty = answer;
  if (plan.status !== undefined) faulty = htmlAnswer(plan.status, `Fault on purpose: ${plan.status}`);
  if (plan.gzip !== undefined) faulty = hugeGzip(plan.gzip);
  if (plan.truncate === true) faulty = truncated(faulty);
  if (plan.contentType !== undefined && faulty.body !== null) {
    faulty = { ...faulty, headers: { ...faulty.headers, 'content-type': plan.contentType } };
  }
  if (plan.drip !== undefined && faulty.body !== null) {
    faulty = { ...faulty, body: Readable.from(drip(faulty.body, plan.drip), { objectMode: false }) };
  }
  return faulty;
}

/** A complete HTTP answer whose body stops half-way. For a streamed body, half of the first chunk is sent. */
function truncated(answer: Answer): Answer {
  const { body } = answer;
  if (body === null) return answer;
  const headers = { ...answer.headers };
  delete headers['content-length'];
  if (Buffer.isBuffer(body)) {
    const half = body.subarray(0, Math.floor(body.length / 2));
    return { ...answer, headers: { ...headers, 'content-length': half.length }, body: half };
  }
  return { ...answer, headers, body: Readable.from(halfOfFirst(body), { objectMode: false }) };
}

async function* halfOfFirst(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    yield part.subarray(0, Math.floor(part.length / 2));
    return;
  }
}

/** `{"padding":"000…"}` of the given number of megabytes, compressed while it is read. */
function hugeGzip(megabytes: number): Answer {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  return {
    status: 200,
    headers,
    body: Readable.from(padding(megabytes), { objectMode: false }).pipe(createGzip()),
  };
}

function* padding(megabytes: number): Generator<Buffer> {
  const open = '{"padding":"';
  const close = '"}';
  yield Buffer.from(open);
  const part = Buffer.alloc(MEGABYTE / 10, '0');
  for (let left = megabytes * MEGABYTE - open.length - close.length; left > 0; left -= part.length) {
    yield part.subarray(0, Math.min(left, part.length));
  }
  yield Buffer.from(close);
}

async function* drip(body: Buffer | Readable, bytesPerSecond: number): AsyncGenerator<Buffer> {
  // Below ten bytes a second, single bytes are sent further apart.
  const size = Math.max(1, Math.floor((bytesPerSecond * DRIP_EVERY_MS) / 1000));
  const every = (size * 1000) / bytesPerSecond;
  let first = true;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    const whole = Buffer.from(chunk);
    for (let at = 0; at < whole.length; at += size) {
      if (!first) await new Promise((resolve) => setTimeout(resolve, every).unref());
      first = false;
      yield whole.subarray(at, at + size);
    }
  }
}
