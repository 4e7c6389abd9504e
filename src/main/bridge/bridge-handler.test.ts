import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProblemError, type Problem } from '@shared/problem';
import { DatabaseError } from '../database/database';
import { answer, servingAfter } from './bridge-handler';

const problem: Problem = { code: 'x', title: 't', meaning: 'm', nextStep: 'n', detail: null };
const double = {
  parse: z.object({ number: z.number() }),
  handle: ({ number }: { number: number }) => number * 2,
};

describe('answer', () => {
  it('passes the parsed argument to the handler and returns its value', async () => {
    expect(await answer('double', double, [{ number: 4 }], vi.fn())).toEqual({ ok: true, value: 8 });
    const handle = vi.fn();
    await answer('double', { ...double, handle }, [{ number: 4, readOnly: false }], vi.fn());
    expect(handle.mock.calls).toEqual([[{ number: 4 }]]);
  });

  it.each([[[{ number: 'four' }]], [[]], [[{ number: 1 }, { number: 2 }]]])(
    'refuses malformed arguments %j without calling the handler',
    async (sent) => {
      const handle = vi.fn();
      const result = await answer('double', { ...double, handle }, sent, vi.fn());
      expect(result).toMatchObject({ ok: false, problem: { code: 'bad-arguments' } });
      expect(handle).not.toHaveBeenCalled();
    },
  );

  it('says how long a text may be when it is too long, unless something else is wrong too', async () => {
    const parse = z.object({ token: z.string().max(20_000), home: z.string() });
    const keep = { parse, handle: vi.fn() };
    const token = 'secret '.repeat(5_000);
    const result = await answer('saveToken', keep, [{ token, home: 'keychain' }], vi.fn());
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'text-too-long', meaning: expect.stringContaining('at most 20,000 characters') },
    });
    expect(JSON.stringify(result)).not.toContain('secret');
    // If anything else is wrong as well, it is a defect.
    const both = await answer('saveToken', keep, [{ token, home: 1 }], vi.fn());
    expect(both).toMatchObject({ problem: { code: 'bad-arguments' } });
    expect(keep.handle).not.toHaveBeenCalled();
  });

  it('passes on a thrown problem unchanged', async () => {
    const handle = (): never => {
      throw new ProblemError(problem);
    };
    expect(await answer('double', { ...double, handle }, [{ number: 1 }], vi.fn())).toEqual({
      ok: false,
      problem,
    });
  });

  it.each(['disk', 'busy', 'ended', 'damaged', 'too-new'] as const)(
    'explains trouble with the database (%s) and does not report it as a defect',
    async (trouble) => {
      const report = vi.fn();
      const handle = (): Promise<never> => Promise.reject(new DatabaseError(trouble, 'SQLITE_X'));
      expect(await answer('double', { ...double, handle }, [{ number: 1 }], report)).toMatchObject({
        ok: false,
        problem: { code: expect.stringMatching(/^database-/), detail: 'SQLITE_X' },
      });
      expect(report).not.toHaveBeenCalled();
    },
  );

  it.each(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EBUSY'])(
    'explains a file system error (%s) and does not report it as a defect',
    async (code) => {
      const report = vi.fn();
      const error = Object.assign(new Error(`${code}: open`), { code, syscall: 'open', path: '/of/mine' });
      const handle = (): Promise<never> => Promise.reject(error);
      expect(await answer('double', { ...double, handle }, [{ number: 1 }], report)).toMatchObject({
        ok: false,
        problem: {
          code: 'file-trouble',
          meaning: expect.stringContaining('/of/mine: '),
          detail: `${code}: open`,
        },
      });
      expect(report).not.toHaveBeenCalled();
    },
  );

  it('reports any other exception as a defect and still answers', async () => {
    const report = vi.fn();
    const handle = (): Promise<never> => Promise.reject(new TypeError('oops'));
    const result = await answer('double', { ...double, handle }, [{ number: 1 }], report);
    expect(result).toMatchObject({ ok: false, problem: { code: 'defect', detail: 'oops' } });
    expect(report).toHaveBeenCalledWith('double', expect.any(TypeError));
  });
});

it('a handler that serves after something else does nothing before that', async () => {
  let begin = (): void => undefined;
  const ready = new Promise<void>((resolve) => (begin = resolve));
  const handle = vi.fn(double.handle);
  const waiting = servingAfter(() => ready, { double: { ...double, handle } });
  const answered = answer('double', waiting.double, [{ number: 4 }], vi.fn());
  // Refused at once: nobody has to wait for that.
  expect(await answer('double', waiting.double, [], vi.fn())).toMatchObject({ ok: false });
  expect(handle).not.toHaveBeenCalled();
  begin();
  expect(await answered).toEqual({ ok: true, value: 8 });
});
