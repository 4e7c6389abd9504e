import { Readable } from 'node:stream';
import { jsonAnswer, type Answer } from '../server/answer';

/** Bytes in a megabyte, as counted here. */
const MEGABYTE = 1_000_000;

const RECORD_BYTES = 1000;

/** A JSON array of exactly `megabytes` MB: records of 1,000 bytes each, generated as they are read. */
export function largeAnswer(megabytes: number): Answer {
  const records = (megabytes * MEGABYTE) / RECORD_BYTES;
  const headers = { 'content-type': 'application/json', 'content-length': megabytes * MEGABYTE };
  return {
    status: 200,
    headers,
    body: Readable.from(pieces(records), { objectMode: false, highWaterMark: 1 << 16 }),
  };
}

function* pieces(records: number): Generator<Buffer> {
  const atOnce = 64;
  for (let first = 0; first < records; first += atOnce) {
    let text = '';
    for (let index = first; index < Math.min(records, first + atOnce); index += 1)
      text += record(index, records);
    yield Buffer.from(text, 'ascii');
  }
}

/** `[{…},` for the first record, `{…}]` for the last; always 1,000 bytes. */
function record(index: number, records: number): string {
  const open = index === 0 ? '[' : '';
  const close = index === records - 1 ? ']' : ',';
  const start = `${open}{"index":${index},"text":"`;
  const end = `"}${close}\n`;
  return start + 'lorem ipsum '.repeat(90).slice(0, RECORD_BYTES - start.length - end.length) + end;
}

/** A body that contains every byte value once. */
export function binaryAnswer(): Answer {
  const body = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-length': body.length },
    body,
  };
}

const WITHOUT_BODY = new Set([204, 205, 304]);

export function statusAnswer(status: number): Answer {
  if (WITHOUT_BODY.has(status)) return { status, headers: {}, body: null };
  return jsonAnswer(status, { status, from: 'destination' });
}
