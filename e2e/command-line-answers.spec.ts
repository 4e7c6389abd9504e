import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Ended } from './support/command';
import { writeProfiles } from './support/profiles-file';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('an answer that is not text is written byte for byte, with the same message about whether it is kept as for any other', async ({
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

test('a file that was changed after a send without an answer is not sent by any command, whether it has an id or not', async ({
  environment,
}) => {
  const service = await ThirdParty.start((response) => response.destroy());
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  const env = { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' };
  const folder = join(environment.folder, 'requests');
  await mkdir(folder);
  const [withId, without] = [join(folder, 'pay.request.yaml'), join(environment.folder, 'order.yaml')];
  const write = (amount: number): Promise<unknown> => {
    const asked = `version: 2\nname: Pay\nrequest:\n  operation: free\n  target: POST /pay\n  body: '{"amount": ${amount}}'\n`;
    return Promise.all([
      writeFile(without, asked.replace('/pay', '/order')),
      writeFile(withId, `${asked}id: 3f1c7f9e-6a39-4a6b-9a63-0d4dbd0b2c11\n`),
    ]);
  };
  const run = (...args: string[]): Promise<Ended> => command(environment, args, { env });

  await write(1);
  expect((await run('send', withId)).code).toBe(5);
  expect((await run('send', without)).code).toBe(5);
  await write(2);
  for (const args of [
    ['send', withId],
    ['run', folder],
    ['send', without],
  ]) {
    const refused = await run(...args);
    expect(refused.err).toContain('Send it again, changed?');
    expect(refused.code).toBe(3);
  }
  expect(service.received).toHaveLength(2);
  await service.stop();
});
