// Creates what the app reads when it checks for newer versions (docs/decisions/0135-newer-versions.md). Once, to create
// your own key:
//   openssl genpkey -algorithm ed25519 -out key.pem (it stays where releases are made)
//   node build/updates/sign.mjs --key key.pem --address https://releases.example/newest.json >
//   build/updates/source.json For each release:
//   node build/updates/sign.mjs --key key.pem --version 1.4.0 --released 2026-12-01 --page https://releases.example/ >
//   newest.json
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

const PRODUCT = 'payments-api-explorer';

/**
 * The text to publish at the address: a version, signed exactly as written.
 * @param {{ version: string, released: string, page: string }} newest
 */
export function signedManifest(newest, privateKey) {
  const manifest = JSON.stringify({ product: PRODUCT, ...newest });
  const signature = sign(null, Buffer.from(manifest, 'utf8'), privateKey).toString('base64');
  return `${JSON.stringify({ manifest, signature }, null, 2)}\n`;
}

/**
 * The text of source.json: the address to ask, and the key that verifies the answer.
 * @param {string} address
 */
export function updateSource(address, privateKey) {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return `${JSON.stringify({ address, publicKey }, null, 2)}\n`;
}

function main() {
  const names = ['key', 'address', 'version', 'released', 'page'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { key, address, ...newest } = parseArgs({ options }).values;
  const privateKey = createPrivateKey(readFileSync(key));
  process.stdout.write(address ? updateSource(address, privateKey) : signedManifest(newest, privateKey));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
