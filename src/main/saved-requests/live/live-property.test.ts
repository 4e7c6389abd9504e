import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { editOutside, openTestingLive, savedRequest, writeOutside, type TestingLive } from './testing-live';

/** An action of the person here, or of somebody else outside; `at` picks its target. */
type Step = readonly [
  (
    | 'create'
    | 'save'
    | 'open'
    | 'rename'
    | 'move'
    | 'delete'
    | 'edit'
    | 'carry'
    | 'copy'
    | 'break'
    | 'take away'
  ),
  at: number,
];
const kinds: readonly Step[0][] = [
  ...(['create', 'save', 'open', 'rename', 'move', 'delete'] as const),
  ...(['edit', 'carry', 'copy', 'break', 'take away'] as const),
];

/** Puts marks into texts: each must be somewhere on disk until it is replaced by somebody who has seen it. */
class Play {
  private marks = 0;
  private readonly wanted = new Set<string>();
  /** The requests that the person has open, as they were when opened. */
  private readonly opened = new Map<string, SavedRequest>();

  constructor(private readonly live: TestingLive) {}

  async start(): Promise<void> {
    for (const name of ['One', 'Two', 'Three'])
      await writeOutside(
        this.live.root,
        `${name}.request.yaml`,
        savedRequest({ name, description: this.mark() }),
      );
    await this.live.folders.open(this.live.root, 'p', []);
    for (const request of await this.live.store.all()) this.opened.set(request.id, request);
  }

  async take([kind, at]: Step): Promise<void> {
    const { root, store } = this.live;
    const files = await this.files();
    const file = files[at % Math.max(1, files.length)];
    const open = [...this.opened.values()];
    const request = open[at % Math.max(1, open.length)];
    const folder = basename(root);
    switch (kind) {
      case 'create': {
        const description = this.mark();
        const made = await store.put(savedRequest({ folder, name: `Made ${at}`, description }));
        this.opened.set(made.id, made);
        return;
      }
      case 'open': {
        for (const one of await store.all()) this.opened.set(one.id, one);
        return;
      }
      case 'save':
        return request && this.put(request, { description: this.mark() });
      case 'rename':
        return request && this.put(request, { name: `Named ${at}` });
      case 'move':
        return request && this.put(request, { folder: at % 2 === 0 ? folder : `${folder}/Sub ${at % 3}` });
      case 'delete': {
        const now = (await store.all())[at % 3];
        if (now === undefined) return;
        // The person must have seen it, because deleting shows what is there.
        this.release(await readFile(join(root, now.file?.path ?? ''), 'utf8').catch(() => ''));
        this.opened.delete(now.id);
        await store.remove([{ id: now.id }]);
        return;
      }
      case 'edit':
        return file === undefined ? undefined : this.edit(file);
      case 'break':
        return file === undefined ? undefined : editOutside(root, file, (text) => `version: [\n${text}`);
      case 'copy':
        return file === undefined
          ? undefined
          : writeOutside(
              root,
              `Copy ${at}-${this.marks}.request.yaml`,
              await readFile(join(root, file), 'utf8'),
            );
      case 'carry':
        return file === undefined
          ? undefined
          : rename(join(root, file), join(root, `Carried ${at}-${(this.marks += 1)}.request.yaml`));
      case 'take away': {
        if (file === undefined) return;
        this.release(await readFile(join(root, file), 'utf8'));
        await rm(join(root, file));
      }
    }
  }

  /** Every wanted mark is on disk, and every file is shown, as a request or as a broken file. */
  async check(): Promise<void> {
    const { root, folders, store } = this.live;
    await folders.look();
    const files = await this.files();
    const texts = (await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))).join('\n');
    for (const mark of this.wanted) expect(texts).toContain(mark);
    const shown = [
      ...(await store.all()).map(({ file }) => file?.path ?? ''),
      ...((await folders.describe())[0]?.broken.map(({ file }) => file) ?? []),
    ];
    expect(shown.sort()).toEqual(files);
    const ids = (await store.all()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }

  private async put(request: SavedRequest, change: Partial<SavedRequest>): Promise<void> {
    const known = this.opened.get(request.id) ?? request;
    try {
      const saved = await this.live.store.put({ ...known, ...change });
      // The person had seen what was in the file.
      if (change.description !== undefined) this.wanted.delete(known.description);
      this.opened.set(saved.id, saved);
    } catch (error) {
      // Refused with a problem: nothing was written.
      if (!(error instanceof ProblemError)) throw error;
      if (change.description !== undefined) this.wanted.delete(change.description);
    }
  }

  private async edit(file: string): Promise<void> {
    const { root } = this.live;
    const before = await readFile(join(root, file), 'utf8');
    this.release(before);
    const mark = this.mark();
    await editOutside(root, file, (text) => text.replace(/mark-\d+-/, mark));
    if (!(await readFile(join(root, file), 'utf8')).includes(mark)) this.wanted.delete(mark);
  }

  private mark(): string {
    this.marks += 1;
    const mark = `mark-${this.marks}-`;
    this.wanted.add(mark);
    return mark;
  }

  /** These marks were replaced by somebody who had seen them. */
  private release(text: string): void {
    for (const mark of text.match(/mark-\d+-/g) ?? []) this.wanted.delete(mark);
  }

  private async files(): Promise<string[]> {
    const all = await readdir(this.live.root, { recursive: true });
    return all.filter((file) => file.endsWith('.request.yaml')).sort();
  }
}

it('whatever is changed here and outside, nothing is lost, and every file is shown', async () => {
  const step = fc.tuple(fc.constantFrom(...kinds), fc.nat(20));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const live = await openTestingLive();
      try {
        const play = new Play(live);
        await play.start();
        for (const one of steps) {
          await play.take(one);
          await play.check();
        }
      } finally {
        await live.remove();
      }
    }),
    { numRuns: 15 },
  );
});
