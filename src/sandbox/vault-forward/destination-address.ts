import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { RequestRefused, detail } from '../errors/api-error';

/** An address that may be called. It is checked once and then used as it is. */
export interface LoopbackAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/**
 * The addresses of a destination, in the order to try them. Throws 403 unless all of them are loopback addresses: card
 * data, even of test cards, must not leave this computer by mistake. The caller connects to these addresses and does
 * not ask the resolver again, so that the name cannot be rebound in between.
 */
export async function loopbackAddresses(url: URL): Promise<readonly LoopbackAddress[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const found = await resolve(hostname);
  const addresses = found.map(({ address }): LoopbackAddress => ({
    address,
    family: isIPv6(address) ? 6 : 4,
  }));
  if (addresses.length > 0 && addresses.every(isLoopback)) return addresses;
  const message = `The sandbox forwards to this computer only (127.0.0.0/8, ::1, localhost), and ${url.host} is not on it.`;
  throw new RequestRefused(403, { message, details: [detail('header', ['x-vault-forward-url'], message)] });
}

function isLoopback({ address, family }: LoopbackAddress): boolean {
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

async function resolve(hostname: string): Promise<readonly { readonly address: string }[]> {
  try {
    return await lookup(hostname, { all: true, verbatim: false });
  } catch {
    return [];
  }
}
