import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BodyStore } from './body-store';
import { serveBody, SLICE_BYTES } from './serve-body';

const content = randomBytes(SLICE_BYTES + 1_000);
let folder: string;
let store: BodyStore;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-test-'));
  store = new BodyStore({ directory: folder, spillBytes: 100_000 });
  id = await store.keep(content);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function ask(path: string): ReturnType<typeof serveBody> {
  return serveBody(store, new URL(path, 'app://explorer'));
}

describe('a body over the app protocol', () => {
  it.each([
    ['?start=0&end=10', 0, 10],
    ['?start=17&end=999', 17, 999],
    [`?start=${SLICE_BYTES}`, SLICE_BYTES, content.length],
    [`?start=${content.length - 3}&end=${content.length + 50}`, content.length - 3, content.length],
    [`?start=${content.length}`, content.length, content.length],
    ['', 0, SLICE_BYTES],
    ['?start=5', 5, SLICE_BYTES + 5],
  ])('is served in slices: %s', async (query, start, end) => {
    const answer = await ask(`/bodies/${id}${query}`);
    expect(answer.status).toBe(200);
    expect(answer.data.equals(content.subarray(start, end))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(end - start),
      'cache-control': 'no-store',
    });
  });

  it('frees a slice read from a file once it has been handed on, and can serve it again', async () => {
    const answer = await ask(`/bodies/${id}?start=0&end=10000`);
    answer.handedOn?.();
    expect(answer.data.length).toBe(0);
    expect((await ask(`/bodies/${id}?start=0&end=10000`)).data.equals(content.subarray(0, 10_000))).toBe(
      true,
    );
  });

  it('keeps a slice that comes from memory when it is handed on', async () => {
    const small = await store.keep(content.subarray(0, 10_000));
    const answer = await ask(`/bodies/${small}`);
    answer.handedOn?.();
    expect(answer.data.equals(content.subarray(0, 10_000))).toBe(true);
    expect((await ask(`/bodies/${small}`)).data.equals(content.subarray(0, 10_000))).toBe(true);
    await store.release(small);
  });

  it('serves its facts as JSON', async () => {
    const answer = await ask(`/bodies/${id}/facts`);
    expect(JSON.parse(answer.data.toString())).toEqual({
      bytes: content.length,
      encoding: 'binary',
      complete: true,
    });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it.each(['?start=-1', '?start=1.5', '?start=a', '?start=9&end=8', '?start=1e3', `?end=${'9'.repeat(16)}`])(
    'refuses invalid offsets: %s',
    async (query) => {
      expect((await ask(`/bodies/${id}${query}`)).status).toBe(400);
    },
  );

  it.each(['/bodies/', '/bodies/none', `/bodies/${'0'.repeat(36)}`, '/bodies/x/../facts', '/', '/other'])(
    'answers 404 for %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
      expect((await ask(`${path}/facts`)).status).toBe(404);
    },
  );
});
