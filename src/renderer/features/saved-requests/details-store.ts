import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { addExpectation } from '@shared/requests/add-expectation';
import { describeExpectation } from '@shared/requests/describe-expectation';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { isDetails, textKey, useKeptTextsStore } from '@renderer/stores/kept-texts';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';

/** The fields of a saved request that can be changed in its form. */
export type Details = Pick<SavedRequest, 'name' | 'folder' | 'description' | 'expectations'>;

interface Edited {
  readonly details: Details;
  /** What was saved when they began. */
  readonly base: Details;
}

/**
 * Unsaved changes of saved requests, which are kept while another request or another screen is in sight, and when the
 * app ends.
 */
export const useDetailsStore = defineStore('savedRequestDetails', () => {
  const saved = useSavedRequestsStore();
  const kept = useKeptTextsStore();
  const edited = shallowRef<ReadonlyMap<string, Edited>>(new Map());

  watch(
    () => kept.left,
    (left) => {
      const found = left
        .filter(({ key }) => isDetails(key))
        .map(({ key, text }): [string, Edited] => [key.split('\n')[1] ?? '', JSON.parse(text)]);
      edited.value = new Map([...found, ...edited.value]);
    },
    // Before the form looks whether its request has changed since.
    { immediate: true, flush: 'sync' },
  );
  // Of a request that was deleted and brought back, or that moved into a folder on disk, main has forgotten them.
  watch(
    () => saved.lines,
    (lines) => lines.forEach(({ id }) => keep(id)),
  );

  function detailsOf(request: SavedRequest): Details {
    return edited.value.get(request.id)?.details ?? toDetails(request);
  }

  function isEdited({ id }: Pick<SavedRequest, 'id'>): boolean {
    return edited.value.has(id);
  }

  function change(request: SavedRequest, fields: Partial<Details>): void {
    const details = { ...detailsOf(request), ...fields };
    const was = isChangedOnDisk(request) ? edited.value.get(request.id) : undefined;
    const now = toDetails(request);
    set(request.id, isSame(details, now) ? null : { details, base: was?.base ?? now });
  }

  /** True if the file's version of the edited fields was changed since editing began. */
  function isChangedOnDisk(request: SavedRequest): boolean {
    const was = edited.value.get(request.id);
    return (
      was !== undefined &&
      request.file !== undefined &&
      textOfDetails(was.base) !== textOfDetails(toDetails(request))
    );
  }

  /** Keeps the edits here after the person has seen the file. */
  function keepMine(request: SavedRequest): void {
    const was = edited.value.get(request.id);
    if (was !== undefined) set(request.id, { ...was, base: toDetails(request) });
  }

  /**
   * Takes over what was changed elsewhere meanwhile and not edited here: the request was moved, say, or an expectation
   * was added in the tree of an answer.
   */
  function follow(request: SavedRequest): void {
    const was = edited.value.get(request.id);
    const now = toDetails(request);
    if (was === undefined || isSame(was.base, now) || isChangedOnDisk(request)) return;
    const { details, base } = was;
    const known = new Set(base.expectations.map((one) => JSON.stringify(one)));
    const added = request.expectations.filter((one) => !known.has(JSON.stringify(one)));
    const isKept = (key: keyof Details): boolean =>
      JSON.stringify(details[key]) === JSON.stringify(base[key]);
    const merged: Details = {
      name: isKept('name') ? request.name : details.name,
      folder: isKept('folder') ? request.folder : details.folder,
      description: isKept('description') ? request.description : details.description,
      expectations: isKept('expectations')
        ? request.expectations
        : added.reduce(addExpectation, details.expectations),
    };
    set(request.id, isSame(merged, now) ? null : { details: merged, base: now });
  }

  function forget(id: string): void {
    set(id, null);
  }

  /**
   * Called after saving `asked`: if the person has typed in the meantime, the edits are now changes to the newly saved
   * request.
   */
  function settle(id: string, asked: Details, now: SavedRequest): void {
    const was = edited.value.get(id);
    set(id, null);
    if (was !== undefined && was.details !== asked)
      set(now.id, { details: was.details, base: toDetails(now) });
  }

  function set(id: string, change: Edited | null): void {
    const next = new Map(edited.value);
    if (change === null) next.delete(id);
    else next.set(id, change);
    edited.value = next;
    if (change === null) kept.keep(keyOf(id), null);
    else keep(id);
  }

  function keep(id: string): void {
    const change = edited.value.get(id);
    if (change !== undefined) kept.keep(keyOf(id), JSON.stringify(change));
  }

  return { edited, detailsOf, isEdited, isChangedOnDisk, keepMine, change, follow, forget, settle };
});

/** The details as lines of text, to be compared. */
export function textOfDetails({ name, folder, description, expectations }: Details): string {
  return [
    `Name: ${name}`,
    `Folder: ${folder}`,
    ...(description === '' ? [] : ['Description:', description]),
    ...expectations.map((one) => `Expected: ${describeExpectation(one)}`),
    '',
  ].join('\n');
}

function isSame(one: Details, other: Details): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const keyOf = (id: string): string => textKey('details', id, '');

export function toDetails({ name, folder, description, expectations }: SavedRequest): Details {
  return { name, folder, description, expectations };
}
