import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  KeychainClient,
  keychainService,
  type KeychainClientOptions,
  type StartKeychainProcess,
} from './keychain-client';
import type { KeychainAnswer, KeychainQuestion } from './keychain-protocol';
import type { ProcessEnd } from '../processes/process-end';

/** A keychain process controlled by the test: it records questions and answers when told to. */
class HandProcess {
  readonly asked: KeychainQuestion[] = [];
  ended = false;
  constructor(
    private readonly listeners: {
      onMessage: (answer: KeychainAnswer) => void;
      onExit: (end: ProcessEnd) => void;
    },
  ) {}
  send(question: KeychainQuestion): void {
    this.asked.push(question);
  }
  end(): void {
    this.ended = true;
    this.listeners.onExit({ code: null, signal: 'SIGTERM' });
  }
  crash(signal = 'SIGSEGV'): void {
    this.listeners.onExit({ code: null, signal });
  }
  answer(secret: string | null): void {
    this.listeners.onMessage({ id: this.last().id, ok: true, secret });
  }
  fail(detail: string, connectionLost = false): void {
    this.listeners.onMessage({ id: this.last().id, ok: false, trouble: 'failed', detail, connectionLost });
  }
  last(): KeychainQuestion {
    const question = this.asked.at(-1);
    if (!question) throw new Error('nothing was asked');
    return question;
  }
}

function setUp(options: Partial<KeychainClientOptions> = {}) {
  const processes: HandProcess[] = [];
  const client = new KeychainClient({
    service: 's',
    start: (listeners) => {
      const started = new HandProcess(listeners);
      processes.push(started);
      return started;
    },
    ...options,
  });
  const process = (index = processes.length - 1): HandProcess => {
    const found = processes[index];
    if (!found) throw new Error('no such process');
    return found;
  };
  return { client, processes, process };
}

/** A real process in place of the keychain's, which ends itself with this code as soon as it is asked. */
function processThat(code: string): StartKeychainProcess {
  return ({ onExit }) => {
    const script = `process.on('message', () => { ${code} })`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('exit', (exitCode, signal) => onExit({ code: exitCode, signal }));
    return { send: (question) => void child.send(question), end: () => void child.kill() };
  };
}

describe('a real process that ends unexpectedly', () => {
  it.runIf(process.platform !== 'win32').each([
    ["process.kill(process.pid, 'SIGSEGV')", 'by SIGSEGV (signal 11)'],
    ['process.exit(1)', 'with exit code 1'],
  ])('%s is reported to the caller and to the log', async (code, how) => {
    const onCrash = vi.fn();
    const client = new KeychainClient({ service: 's', start: processThat(code), onCrash });
    await expect(client.get('a')).rejects.toMatchObject({
      trouble: 'crashed',
      detail: `The process that asks the keychain ended ${how}, and again ${how}.`,
    });
    const said = `The process that asks the keychain ended unexpectedly: ${how}.`;
    expect(onCrash.mock.calls).toEqual([[said], [said]]);
    client.stop();
  });
});

describe('KeychainClient', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts no process before it is needed, and asks one question at a time', async () => {
    const { client, processes, process } = setUp();
    expect(processes).toHaveLength(0);
    const first = client.get('a');
    const second = client.set('b', 'secret');
    expect(process().asked).toEqual([{ id: 1, service: 's', operation: 'get', account: 'a', secret: null }]);
    process().answer('x');
    expect(await first).toBe('x');
    expect(process().last()).toEqual({
      id: 2,
      service: 's',
      operation: 'set',
      account: 'b',
      secret: 'secret',
    });
    process().answer(null);
    await second;
    expect(processes).toHaveLength(1);
  });

  it('passes on a failure unchanged', async () => {
    const { client, process } = setUp();
    const asked = client.get('a');
    process().fail('no luck');
    await expect(asked).rejects.toMatchObject({ trouble: 'failed', detail: 'no luck' });
  });

  it('replaces a process that lost the keychain, and asks once more', async () => {
    const { client, processes, process } = setUp();
    const asked = client.get('a');
    process().fail('The name :1.0 was not provided', true);
    expect(processes).toHaveLength(2);
    expect(process(0).ended).toBe(true);
    expect(process(1).asked).toHaveLength(1);
    process(1).answer('still there');
    expect(await asked).toBe('still there');
  });

  it('asks again only once', async () => {
    const { client, processes, process } = setUp();
    const asked = client.delete('a');
    process(0).crash();
    process(1).crash('SIGABRT');
    await expect(asked).rejects.toMatchObject({
      trouble: 'crashed',
      detail:
        'The process that asks the keychain ended by SIGSEGV (signal 11), and again by SIGABRT (signal 6).',
    });
    expect(processes).toHaveLength(2);
  });

  it('limits the wait, lets the keychain continue, and reports the late answer', async () => {
    const onLateAnswer = vi.fn();
    const { client, processes, process } = setUp();
    client.onLateAnswer(onLateAnswer);
    const asked = client.get('a');
    const refused = expect(asked).rejects.toMatchObject({ trouble: 'locked' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(process().ended).toBe(false);
    process().answer('typed the password at last');
    expect(onLateAnswer).toHaveBeenCalledOnce();
    const again = client.get('a');
    process().answer('x');
    expect(await again).toBe('x');
    expect(processes).toHaveLength(1);
  });

  it('does not start a question that its caller has given up on', async () => {
    const { client, process } = setUp();
    const hanging = expect(client.get('a')).rejects.toMatchObject({ trouble: 'locked' });
    const behind = expect(client.set('b', 'x')).rejects.toMatchObject({ trouble: 'locked' });
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all([hanging, behind]);
    process().answer(null);
    expect(process().asked).toHaveLength(1);
  });

  it('still asks the questions that wait behind one that its caller has given up on', async () => {
    const { client, process } = setUp();
    const hanging = expect(client.get('a')).rejects.toMatchObject({ trouble: 'locked' });
    await vi.advanceTimersByTimeAsync(5_000);
    const behind = client.get('b');
    await vi.advanceTimersByTimeAsync(5_000);
    await hanging;
    process().answer('x');
    expect(process().last()).toMatchObject({ account: 'b' });
    process().answer('y');
    expect(await behind).toBe('y');
  });

  it('ends a process that hangs for minutes', async () => {
    const { client, processes, process } = setUp();
    const hanging = expect(client.get('a')).rejects.toMatchObject({ trouble: 'locked' });
    await vi.advanceTimersByTimeAsync(120_000);
    await hanging;
    expect(process(0).ended).toBe(true);
    const next = client.get('a');
    expect(processes).toHaveLength(2);
    process(1).answer('x');
    expect(await next).toBe('x');
  });

  it('takes no answer to an earlier question for that to the next one, which is about another secret', async () => {
    const { client, process } = setUp();
    const hanging = expect(client.get('a')).rejects.toMatchObject({ trouble: 'locked' });
    await vi.advanceTimersByTimeAsync(120_000);
    await hanging;
    const next = client.get('b');
    process(0).answer('the secret of a');
    process(1).answer('the secret of b');
    expect(await next).toBe('the secret of b');
  });

  it('ends an idle process, and starts another when it is needed', async () => {
    const { client, processes, process } = setUp();
    const first = client.get('a');
    process().answer('x');
    await first;
    await vi.advanceTimersByTimeAsync(499);
    expect(process(0).ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(process(0).ended).toBe(true);
    const second = client.get('a');
    process(1).answer('y');
    expect(await second).toBe('y');
    expect(processes).toHaveLength(2);
  });

  it('keeps the process longer after a write, for the read that follows', async () => {
    const { client, processes, process } = setUp();
    const written = client.set('a', 'x');
    process().answer(null);
    await written;
    await vi.advanceTimersByTimeAsync(1_999);
    const used = client.get('a');
    process().answer('x');
    expect(await used).toBe('x');
    expect(processes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(process().ended).toBe(true);
  });

  it('stops at once and for good, even while the keychain hangs', async () => {
    const { client, process, processes } = setUp();
    const asked = ['a', 'b'].map((account) => client.get(account));
    client.stop();
    for (const one of [...asked, client.set('c', 'x')])
      await expect(one).rejects.toMatchObject({ trouble: 'failed', detail: 'The app is ending.' });
    expect(process().ended).toBe(true);
    expect(processes).toHaveLength(1);
  });

  it('reports that no process can be started', async () => {
    const client = new KeychainClient({
      service: 's',
      start: () => {
        throw new Error('EAGAIN');
      },
    });
    await expect(client.get('a')).rejects.toMatchObject({
      trouble: 'failed',
      detail: expect.stringContaining('EAGAIN'),
    });
  });

  it('refuses a secret of several lines without asking', async () => {
    const { client, processes } = setUp();
    await expect(client.set('a', '-----BEGIN\nKEY')).rejects.toMatchObject({ trouble: 'failed' });
    expect(processes).toHaveLength(0);
  });
});

describe('keychainService', () => {
  it('separates copies of the app with their own data folders', () => {
    expect(keychainService('/home/me/.config/app', false)).toBe('payments-api-explorer');
    const [one, other] = [keychainService('/tmp/a', true), keychainService('/tmp/b', true)];
    expect(one).toMatch(/^payments-api-explorer:[0-9a-f]{16}$/);
    expect(one).not.toBe(other);
    expect(keychainService('/tmp/a', true)).toBe(one);
  });
});
