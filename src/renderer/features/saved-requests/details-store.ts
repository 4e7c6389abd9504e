import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { addExpectation } from '@shared/requests/add-expectation';
import { describeExpectation } from '@shared/requests/describe-expectation';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';

/** The fields of a saved request that can be changed in its form. */
export type Details = Pick<SavedRequest, 'name' | 'folder' | 'description' | 'expectations'>;

interface Edited {
  readonly details: Details;
  /** The saved request on which the changes are based. */
  readonly base: SavedRequest;
}

/** Unsaved changes of saved requests, which are kept while another request or another screen is in sight. */
export const useDetailsStore = defineStore('savedRequestDetails', () => {
  const saved = useSavedRequestsStore();
  const edited = shallowRef<ReadonlyMap<string, Edited>>(new Map());

  // Main asks before the app ends while there are any. A deleted request is not asked about, unless it is brought back.
  watch(
    () => saved.lines.filter(isEdited).map(({ id }) => id),
    (ids, before) => {
      if (ids.join() !== before.join()) void window.explorer.noteUnsavedForms({ kind: 'saved request', ids });
    },
  );

  function detailsOf(request: SavedRequest): Details {
    return edited.value.get(request.id)?.details ?? toDetails(request);
  }

  function isEdited({ id }: Pick<SavedRequest, 'id'>): boolean {
    return edited.value.has(id);
  }

  function change(request: SavedRequest, fields: Partial<Details>): void {
    const details = { ...detailsOf(request), ...fields };
    const base = isChangedOnDisk(request) ? (edited.value.get(request.id)?.base ?? request) : request;
    set(request.id, isSame(details, request) ? null : { details, base });
  }

  /** True if the file's version of the edited fields was changed since editing began. */
  function isChangedOnDisk(request: SavedRequest): boolean {
    const was = edited.value.get(request.id);
    return (
      was !== undefined &&
      request.file !== undefined &&
      textOfDetails(toDetails(was.base)) !== textOfDetails(toDetails(request))
    );
  }

  /** Keeps the edits here after the person has seen the file. */
  function keepMine(request: SavedRequest): void {
    const was = edited.value.get(request.id);
    if (was !== undefined) set(request.id, { ...was, base: request });
  }

  /**
   * Takes over what was changed elsewhere meanwhile and not edited here: the request was moved, say, or an expectation
   * was added in the tree of an answer.
   */
  function follow(request: SavedRequest): void {
    const was = edited.value.get(request.id);
    if (was === undefined || was.base === request || isChangedOnDisk(request)) return;
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
    set(request.id, isSame(merged, request) ? null : { details: merged, base: request });
  }

  function forget(id: string): void {
    set(id, null);
  }

  /** After saving `asked`: if somebody has typed meanwhile, the edits are now changes of the newly saved request. */
  function settle(id: string, asked: Details, now: SavedRequest): void {
    const was = edited.value.get(id);
    set(id, null);
    if (was !== undefined && was.details !== asked) set(now.id, { details: was.details, base: now });
  }

  function set(id: string, change: Edited | null): void {
    const next = new Map(edited.value);
    if (change === null) next.delete(id);
    else next.set(id, change);
    edited.value = next;
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

function isSame(details: Details, request: SavedRequest): boolean {
  return JSON.stringify(details) === JSON.stringify(toDetails(request));
}
export function toDetails({ name, folder, description, expectations }: SavedRequest): Details {
  return { name, folder, description, expectations };
}
