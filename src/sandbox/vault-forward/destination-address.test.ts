import { describe, expect, it } from 'vitest';
import { loopbackAddresses } from './destination-address';

describe('loopbackAddresses', () => {
  it.each([
    ['http://127.0.0.1/', ['127.0.0.1']],
    ['http://127.1.2.3/', ['127.1.2.3']],
    ['http://2130706433/', ['127.0.0.1']],
    ['http://0x7f.1/', ['127.0.0.1']],
    ['http://[::1]/', ['::1']],
    ['http://[::ffff:127.0.0.1]/', ['::ffff:7f00:1']],
  ])('accepts %s', async (url, expected) => {
    expect((await loopbackAddresses(new URL(url))).map(({ address }) => address)).toEqual(expected);
  });

  it('accepts localhost, with the IPv4 address first', async () => {
    const [first] = await loopbackAddresses(new URL('http://localhost/'));
    expect(first).toEqual({ address: '127.0.0.1', family: 4 });
  });
});
