import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './support/command';
import { writeProfiles } from './support/profiles-file';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('an answer that is no text is written byte for byte, and whether it is kept is said as of any other', async ({
  environment,
}) => {
  const bytes = Buffer.from([0, 1, 0x25, 0x50, 0xfe, 0xff]);
  const service = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  });
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  const env = { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' };
  const file = join(environment.folder, 'answer.bin');
  const get = ['send', 'GET /receipt'];
  expect(await command(environment, ['--format', 'json', '--output', file, ...get], { env })).toMatchObject({
    code: 0,
    out: '',
  });
  expect(await readFile(file)).toEqual(bytes);

  const kept = await command(environment, get, { env });
  expect(kept.code).toBe(0);
  const id = /^ID +(\S+)$/m.exec(kept.out)?.[1] ?? '';
  expect(await command(environment, ['replay', id], { env })).toMatchObject({ code: 0 });
  expect(service.received).toHaveLength(3);

  await environment.keyring.setKeyring('absent');
  const lost = await command(environment, get, { env });
  expect(lost.code).toBe(0);
  expect(lost.out).not.toMatch(/^ID /m);
  expect(lost.err).toContain('Nothing from this run is kept.');
  await service.stop();
});
