import type { KeyObject } from 'node:crypto';

/** The text to publish at the address: a version in a string, with the signature of that string. */
export function signedManifest(
  newest: Readonly<Record<'version' | 'released' | 'page', string>>,
  privateKey: KeyObject,
): string;

/** The text of source.json: the address to ask, and the key that verifies the answer. */
export function updateSource(address: string, privateKey: KeyObject): string;
