import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Expectation, SavedRequest, SavedRequestLine } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { closePage, fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useDetailsStore } from './details-store';

const status = (code: number): Expectation => ({ kind: 'status', status: code });
const time: Expectation = { kind: 'time', withinMs: 9 };
const request = (id: string, expectations: readonly Expectation[] = [status(200)]): SavedRequest => ({
  id,
  folder: 'Cards',
  name: 'Authorise',
  description: '',
  profileId: 'p',
  request: {
    version: 1,
    operation: 'list_buyers',
    pathParameters: {},
    query: [],
    headers: [],
    body: null,
  },
  form: null,
  expectations,
  order: 0,
  example: null,
});

let explorer: ReturnType<typeof fakeTexts>;

beforeEach(() => {
  explorer = fakeTexts();
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
});
afterEach(() => vi.unstubAllGlobals());

describe('unsaved changes of a saved request', () => {
  it('are kept separately for each request until they are discarded', () => {
    const details = useDetailsStore();
    details.change(request('a'), { description: 'half' });
    details.change(request('b'), { name: 'Other' });
    expect(details.detailsOf(request('a'))).toMatchObject({ name: 'Authorise', description: 'half' });
    expect(details.isEdited(request('b'))).toBe(true);
    details.forget('a');
    expect(details.detailsOf(request('a')).description).toBe('');
    expect(details.isEdited(request('b'))).toBe(true);
  });

  it('are gone when every field is as before', () => {
    const details = useDetailsStore();
    details.change(request('a'), { name: 'X' });
    details.change(request('a'), { name: 'Authorise' });
    expect(details.isEdited(request('a'))).toBe(false);
  });

  it('are given to main, also after their request was brought back, until they are discarded', async () => {
    const details = useDetailsStore();
    const saved = useSavedRequestsStore();
    const given = (): unknown[] => {
      closePage();
      return explorer.keepTyped.mock.calls.splice(0).map(([typed]) => typed);
    };
    details.change(request('a'), { description: 'half' });
    const { name, folder, expectations } = request('a');
    const base = { name, folder, description: '', expectations };
    const text = JSON.stringify({ details: { ...base, description: 'half' }, base });
    expect(given()).toEqual([{ key: 'details\na\n', text }]);
    saved.lines = [];
    await nextTick();
    expect(given()).toEqual([]);
    saved.lines = [{ id: 'a' }, { id: 'b' }] as SavedRequestLine[];
    await nextTick();
    expect(given()).toEqual([{ key: 'details\na\n', text }]);
    details.forget('a');
    expect(given()).toEqual([{ key: 'details\na\n', text: null }]);
  });

  it('are there again in the next run, except those that were typed since', async () => {
    const { name, folder, description, expectations } = request('a');
    const base = { name, folder, description, expectations };
    const text = JSON.stringify({ details: { ...base, description: 'half' }, base });
    Object.assign(explorer, fakeTexts(['a', 'b'].map((id) => ({ key: `details\n${id}\n`, text }))));
    const details = useDetailsStore();
    details.change(request('b'), { description: 'newer' });
    await flushPromises();
    expect(['a', 'b'].map((id) => details.detailsOf(request(id)).description)).toEqual(['half', 'newer']);
    const moved = { ...request('a'), folder: 'Archive' };
    details.follow(moved);
    expect(details.detailsOf(moved)).toMatchObject({ folder: 'Archive', description: 'half' });
  });

  it('leave a request where it has been moved, and keep whatever was changed only elsewhere', () => {
    const details = useDetailsStore();
    details.change(request('a'), { description: 'half' });
    const moved = { ...request('a'), folder: 'Archive', name: 'Renamed' };
    details.follow(moved);
    expect(details.detailsOf(moved)).toMatchObject({
      folder: 'Archive',
      name: 'Renamed',
      description: 'half',
    });
    details.change(moved, { folder: 'Mine' });
    details.follow({ ...moved, folder: 'Theirs' });
    expect(details.detailsOf(moved)).toMatchObject({ folder: 'Mine', description: 'half' });
  });

  it('include expectations that are added elsewhere in the meantime', () => {
    const details = useDetailsStore();
    details.change(request('a'), { expectations: [status(201)] });
    details.follow(request('a', [status(200), time]));
    expect(details.detailsOf(request('a')).expectations).toEqual([status(201), time]);
  });

  it('stay when the file changes, until the person keeps theirs', () => {
    const details = useDetailsStore();
    const file = { path: 'a', revision: '1', asked: 'x', gone: false };
    const before = { ...request('a'), file };
    const theirs = { ...before, name: 'Theirs', file: { ...file, revision: '2' } };
    details.change(before, { description: 'mine' });
    // A change of order or body does not affect these details.
    details.follow({ ...before, order: 10, file: { ...file, revision: '1b' } });
    expect(details.isChangedOnDisk({ ...before, order: 10 })).toBe(false);
    details.follow(theirs);
    expect(details.isChangedOnDisk(theirs)).toBe(true);
    details.change(theirs, { description: 'mine still' });
    expect(details.isChangedOnDisk(theirs)).toBe(true);
    expect(details.detailsOf(theirs)).toMatchObject({ name: 'Authorise', description: 'mine still' });
    details.keepMine(theirs);
    expect(details.isChangedOnDisk(theirs)).toBe(false);
    expect(details.detailsOf(theirs)).toMatchObject({ name: 'Authorise', description: 'mine still' });
  });
});
