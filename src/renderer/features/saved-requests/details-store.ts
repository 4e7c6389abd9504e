import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { addExpectation } from '@shared/requests/add-expectation';
import { describeExpectation } from '@shared/requests/describe-expectation';
import type { SavedRequest } from '@shared/requests/saved-requests';

/** The fields of a saved request that can be changed in its form. */
export type Details = Pick<SavedRequest, 'name' | 'folder' | 'description' | 'expectations'>;

interface Edited {
  readonly details: Details;
  /** The saved request on which the changes are based. */
  readonly base: SavedRequest;
}

/** Unsaved changes of saved requests, which are kept while another request or another screen is in sight. */
export const useDetailsStore = defineStore('savedRequestDetails', () => {
  const edited = shallowRef<ReadonlyMap<string, Edited>>(new Map());

  function detailsOf(request: SavedRequest): Details {
    return edited.value.get(request.id)?.details ?? toDetails(request);
  }

  function isEdited({ id }: Pick<SavedRequest, 'id'>): boolean {
    return edited.value.has(id);
  }

  function change(request: SavedRequest, fields: Partial<Details>): void {
    const details = { ...detailsOf(request), ...fields };
    const base = isChangedOnDisk(request) ? (edited.value.get(request.id)?.base ?? request) : request;
    const same = JSON.stringify(details) === JSON.stringify(toDetails(request));
    set(request.id, same ? null : { details, base });
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

  /** Adds expectations that were added elsewhere meanwhile, for example in the tree of an answer, to the edits. */
  function follow(request: SavedRequest): void {
    const was = edited.value.get(request.id);
    if (was === undefined || was.base === request || isChangedOnDisk(request)) return;
    const known = new Set(was.base.expectations.map((one) => JSON.stringify(one)));
    const expectations = request.expectations
      .filter((one) => !known.has(JSON.stringify(one)))
      .reduce(addExpectation, was.details.expectations);
    set(request.id, { details: { ...was.details, expectations }, base: request });
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

export function toDetails({ name, folder, description, expectations }: SavedRequest): Details {
  return { name, folder, description, expectations };
}
