import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Marks the beginning of a record; used to find the next one after a damaged record. */
const MARK = Buffer.from('noted\0', 'latin1');
const NUMBER_AT = MARK.length;
const LENGTH_AT = NUMBER_AT + 4;
const HEADER_BYTES = LENGTH_AT + 4;
const AROUND_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;

export interface OpenedRecord {
  readonly number: number;
  readonly plain: Buffer;
}

export interface OpenedRecords {
  /** As they were sealed, in order. */
  readonly records: readonly OpenedRecord[];
  /** Number of stretches that are not records. A last record that was cut off during the write does not count. */
  readonly damaged: number;
}

/**
 * The key for these records, which does not open the database.
 * @param key of the database, hexadecimal.
 */
export function recordKey(key: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update('records written ahead of the database')
    .digest();
}

/**
 * Seals records with one key. Anything that does not depend on the next record's content can be prepared while nobody
 * is waiting.
 */
export class RecordSealer {
  private ready: ReturnType<typeof freshCipher> | null = null;

  constructor(private readonly key: Buffer) {}

  /**
   * The number (32 bits, rising) and the length are authenticated, so that no record passes for another one or for a
   * longer one.
   */
  seal(number: number, plain: Uint8Array): Buffer {
    const { nonce, cipher } = this.ready ?? freshCipher(this.key);
    // A nonce must be used only once.
    this.ready = null;
    const header = Buffer.alloc(HEADER_BYTES);
    MARK.copy(header);
    header.writeUInt32BE(number, NUMBER_AT);
    header.writeUInt32BE(plain.length, LENGTH_AT);
    cipher.setAAD(header);
    return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  makeReady(): void {
    this.ready ??= freshCipher(this.key);
  }
}

function freshCipher(key: Buffer) {
  const nonce = randomBytes(NONCE_BYTES);
  return { nonce, cipher: createCipheriv(ALGORITHM, key, nonce) };
}

/** Whatever happened to the bytes, this returns only what was sealed, each record once and in order. */
export function openRecords(key: Buffer, bytes: Buffer): OpenedRecords {
  const records: OpenedRecord[] = [];
  let damaged = 0;
  let from = 0;
  while (from < bytes.length) {
    let start = from;
    let record = openRecord(key, bytes, start);
    while (record === null || record.number <= (records.at(-1)?.number ?? -1)) {
      start = bytes.indexOf(MARK, start + 1);
      if (start < 0) return { records, damaged: damaged + (isCutOff(bytes.subarray(from)) ? 0 : 1) };
      record = openRecord(key, bytes, start);
    }
    if (start > from) damaged += 1;
    records.push(record);
    from = start + AROUND_BYTES + record.plain.length;
  }
  return { records, damaged };
}

function openRecord(key: Buffer, bytes: Buffer, start: number): OpenedRecord | null {
  const header = bytes.subarray(start, start + HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, MARK.length).equals(MARK)) return null;
  const textAt = start + HEADER_BYTES + NONCE_BYTES;
  const tagAt = textAt + header.readUInt32BE(LENGTH_AT);
  if (tagAt + TAG_BYTES > bytes.length) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(start + HEADER_BYTES, textAt), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(header)
    .setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(textAt, tagAt)), decipher.final()]);
    return { number: header.readUInt32BE(NUMBER_AT), plain };
  } catch {
    return null;
  }
}

/** True if the bytes are the incomplete beginning of one record and nothing more. */
function isCutOff(rest: Buffer): boolean {
  if (!rest.subarray(0, MARK.length).equals(MARK.subarray(0, rest.length))) return false;
  return rest.length < HEADER_BYTES || rest.readUInt32BE(LENGTH_AT) + AROUND_BYTES > rest.length;
}
