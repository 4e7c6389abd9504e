import { expect, it, vi } from 'vitest';
import type { Run } from './command';
import { replay } from './replay';
import { runFolder } from './run';
import { forward, send } from './send';

const secret = ['X-Api-Key=SECRET_OF_TEST'];
const commands: readonly (readonly [string, () => Run])[] = [
  ['send', () => send('GET /x', { param: [], header: [], secret })],
  ['forward', () => forward('a request', secret)],
  ['run', () => runFolder('./folder', secret)],
  ['replay', () => replay('an id', { secret, values: 'same' })],
];

it.each(commands)('%s removes its secrets from the environment before opening the app', (_name, command) => {
  vi.stubEnv('SECRET_OF_TEST', 's3cret');
  command();
  expect(process.env.SECRET_OF_TEST).toBeUndefined();
  // The command needs the variable that it has already removed.
  expect(command).toThrow('The environment variable for the secret X-Api-Key has no value');
  vi.unstubAllEnvs();
});
