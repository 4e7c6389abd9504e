import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Expectation, SavedRequest, SavedRequestLine } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
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

const explorer = { noteUnsavedForms: vi.fn() };

beforeEach(() => {
  explorer.noteUnsavedForms.mockReset();
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

  it('are gone when everything is as before', () => {
    const details = useDetailsStore();
    details.change(request('a'), { name: 'X' });
    details.change(request('a'), { name: 'Authorise' });
    expect(details.isEdited(request('a'))).toBe(false);
  });

  it('are told to main, of requests that are not deleted', async () => {
    const details = useDetailsStore();
    const saved = useSavedRequestsStore();
    const told = (): unknown => explorer.noteUnsavedForms.mock.lastCall?.[0];
    saved.lines = [{ id: 'a' }, { id: 'b' }] as SavedRequestLine[];
    details.change(request('a'), { description: 'half' });
    await nextTick();
    expect(told()).toEqual({ kind: 'saved request', ids: ['a'] });
    saved.lines = [];
    await nextTick();
    expect(told()).toEqual({ kind: 'saved request', ids: [] });
    saved.lines = [{ id: 'a' }] as SavedRequestLine[];
    await nextTick();
    expect(told()).toEqual({ kind: 'saved request', ids: ['a'] });
    details.forget('a');
    await nextTick();
    expect(told()).toEqual({ kind: 'saved request', ids: [] });
  });

  it('leave a request where it was moved to meanwhile, and everything else that was only changed elsewhere', () => {
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
    // A changed order or body does not concern these details.
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
