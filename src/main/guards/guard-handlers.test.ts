import { expect, it, vi } from 'vitest';
import type { Answer, Question } from '@shared/questions/question';
import { guardHandlers } from './guard-handlers';
import type { SecretHosts } from '../secrets/secret-hosts';
import type { SendGuard } from './send-guard';

const LISTS = [{ id: 'a', header: 'authorization', hosts: ['psp.example.net'] }];

function open(answer: Answer) {
  const asked: Question[] = [];
  const secretHosts = {
    describe: vi.fn(async () => LISTS),
    allow: vi.fn(async () => []),
  } as Partial<SecretHosts> as SecretHosts;
  const guard = {} as Partial<SendGuard> as SendGuard;
  const handlers = guardHandlers(guard, secretHosts, async (question) => {
    asked.push(question);
    return answer;
  });
  return { asked, secretHosts, allow: handlers.allowSecretHost.handle };
}

it('allowing another host for a secret asks first, with the host normalised, and needs a yes', async () => {
  const no = open({ confirmed: false, checked: false });
  expect(await no.allow({ id: 'a', host: ' EVIL.example.org:443 ' })).toBe(LISTS);
  expect(no.secretHosts.allow).not.toHaveBeenCalled();
  expect(no.asked).toMatchObject([{ title: 'Let a secret go to another host?' }]);
  expect(JSON.stringify(no.asked)).toContain('"evil.example.org"');

  const yes = open({ confirmed: true, checked: false });
  await yes.allow({ id: 'a', host: 'evil.example.org' });
  expect(yes.secretHosts.allow).toHaveBeenCalledWith('a', 'evil.example.org');
});

it('an invalid host, an allowed host and an unknown list are not asked about', async () => {
  const { asked, allow } = open({ confirmed: true, checked: false });
  await expect(allow({ id: 'a', host: 'https://x/y' })).rejects.toMatchObject({
    problem: { code: 'not-a-host' },
  });
  await allow({ id: 'a', host: 'psp.example.net' });
  await allow({ id: 'nobody', host: 'evil.example.org' });
  expect(asked).toEqual([]);
});
