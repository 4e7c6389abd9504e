import type { ChildProcess } from 'node:child_process';
import { command } from './support/command';
import { writeProfiles } from './support/profiles-file';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

const env = { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' };
const order = ['send', 'POST /orders', '--body', '@-'];
/** More than fits in a pipe: once all of it has been written, the command must be reading. */
const LONG = 'x'.repeat(2_000_000);

test('nothing is sent after Ctrl+C, which has also ended the program that writes the body', async ({
  environment,
}) => {
  const service = await ThirdParty.start();
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  // A command that has read more since then has seen the signal.
  const onStart = (child: ChildProcess): void => {
    const end = (): void => void child.stdin?.end();
    const interrupt = (): void => {
      child.kill('SIGINT');
      child.stdin?.write(LONG, end);
    };
    child.stdin?.on('error', () => undefined).write(LONG, interrupt);
  };
  for (const args of [order, ['send', 'POST /orders', '--token-stdin'], ['forward', '-']]) {
    const ended = await command(environment, args, { env, input: null, onStart });
    expect(ended, args.join(' ')).toMatchObject({ code: 130, out: '' });
  }
  expect(service.received).toEqual([]);
  await service.stop();
});

test('a body that the program before it did not write, or did not finish, is not sent', async ({
  environment,
}) => {
  const service = await ThirdParty.start();
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  const empty = await command(environment, order, { env, input: '' });
  expect(empty).toMatchObject({ code: 2, out: '' });
  expect(empty.err).toContain('Standard input cannot be read: it is empty.');
  const endless = await command(environment, order, {
    env,
    input: null,
    onStart: ({ stdin }) => {
      const more = (): void => void stdin?.write(LONG, (error) => error ?? more());
      stdin?.on('error', () => undefined);
      more();
    },
  });
  expect(endless).toMatchObject({ code: 2, out: '' });
  expect(endless.err).toContain('Standard input cannot be read: it is longer than 500 MB.');
  expect(service.received).toEqual([]);
  await service.stop();
});
