import type { KeyObject } from 'node:crypto';

/** The text at the address: a version, signed as it stands. */
export function signedManifest(
  newest: Readonly<Record<'version' | 'released' | 'page', string>>,
  privateKey: KeyObject,
): string;

/** The text of source.json: whom to ask, and by which key the answer is known. */
export function updateSource(address: string, privateKey: KeyObject): string;
