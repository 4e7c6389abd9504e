import { verify } from 'node:crypto';
import { z } from 'zod';
import type { NewerVersion } from '@shared/app/updates';
import { parseJson } from '@shared/json/parse-json';
import { ProblemError } from '@shared/problem';
import { toPublicKey, type UpdateSource } from './update-source';

const PRODUCT = 'payments-api-explorer';
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** The manifest is a string that is signed as it stands, so its JSON needs no canonical form. */
const envelopeSchema = z.object({ manifest: z.string(), signature: z.base64() });

const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  version: z.string().regex(VERSION),
  released: z.iso.date(),
  page: z.url({ protocol: /^https$/ }),
});

/**
 * The newest version according to the holder of the key. Throws a `ProblemError` for anything that the key did not
 * sign.
 */
export function readManifest(text: string, source: UpdateSource): NewerVersion {
  const { data: envelope } = envelopeSchema.safeParse(parseJson(text));
  const key = toPublicKey(source.publicKey);
  const signature = Buffer.from(envelope?.signature ?? '', 'base64');
  if (envelope === undefined || !verify(null, Buffer.from(envelope.manifest, 'utf8'), key, signature)) {
    throw notTaken(source, 'It does not carry the signature that this app expects.');
  }
  const { data: manifest } = manifestSchema.safeParse(parseJson(envelope.manifest));
  if (manifest === undefined)
    throw notTaken(source, 'It is signed, and says nothing that this version understands.');
  const { version, released, page } = manifest;
  return { version, released, page };
}

function notTaken({ address }: UpdateSource, why: string): ProblemError {
  return new ProblemError({
    code: 'update-not-trusted',
    title: 'The answer about newer versions was not accepted',
    meaning: `${why} Nothing of it is shown.`,
    nextStep: 'Try again later. If it happens again, tell who gave you this app.',
    detail: address,
  });
}

/** Whether `version` comes after `current`; false for anything that is not a version number. */
export function isNewer(version: string, current: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(current)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return VERSION.exec(version)?.slice(1).map(Number) ?? [];
}
