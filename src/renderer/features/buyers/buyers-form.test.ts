import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { MAX_LOADED_BUYERS, MAX_QUERY_PARAMETERS } from '@shared/bridge/buyers';
import { useBuyersForm } from './buyers-form';

beforeEach(() => setActivePinia(createPinia()));

describe('the buyers form', () => {
  it('has an empty query and the default cap at first', () => {
    const form = useBuyersForm();
    form.addParameter();
    expect(form.readQuery()).toEqual({ limit: null, cursor: null, parameters: [] });
    expect(form.readCap()).toBe(10_000);
  });

  it.each([
    [' 25 ', 25],
    ['0', 0],
    ['-1', -1],
  ])('accepts any whole number as the page size, as its range is not specified: %s', (typed, limit) => {
    const form = useBuyersForm();
    form.pageSize = typed;
    expect(form.readQuery()?.limit).toBe(limit);
  });

  it.each([
    ['1.5', 'The page size is a whole number.'],
    ['ten', 'The page size is a whole number.'],
    ['1e3', 'The page size is a whole number.'],
    ['9'.repeat(40), 'A page size has at most 9 digits.'],
    ['-1234567890', 'A page size has at most 9 digits.'],
  ])('rejects %s with a message beside the field, until it is changed', async (typed, meaning) => {
    const form = useBuyersForm();
    form.pageSize = typed;
    await nextTick();
    expect(form.readQuery()).toBeNull();
    expect(form.problems.pageSize).toMatchObject({ field: 'Page size', meaning });
    form.pageSize = '';
    await nextTick();
    expect(form.problems).toEqual({});
    expect(form.readQuery()).not.toBeNull();
    expect(form.problems).toEqual({});
  });

  it('sends parameters in order, repeated names too, but none that has its own field', () => {
    const form = useBuyersForm();
    form.startCursor = ' abc= ';
    form.addParameter(' search ', ' a b ');
    form.addParameter('search', '');
    expect(form.readQuery()).toEqual({
      limit: null,
      cursor: 'abc=',
      parameters: [
        ['search', ' a b '],
        ['search', ''],
      ],
    });
    form.addParameter('cursor', 'x');
    expect(form.readQuery()).toBeNull();
    expect(form.problems.parameters?.nextStep).toBe('Use Start cursor.');
    form.removeParameter(form.parameters[2]?.key ?? '');
    form.addParameter('', 'x');
    expect(form.readQuery()).toBeNull();
    for (let more = 0; more < 100; more += 1) form.addParameter('p', '');
    expect(form.parameters).toHaveLength(MAX_QUERY_PARAMETERS);
  });

  it.each([
    ['100,000', 100_000],
    ["1'000", 1_000],
    ['1 000 000', MAX_LOADED_BUYERS],
    ['0', null],
    ['1000001', null],
    ['all', null],
    ['', null],
  ])('reads a cap with or without thousands separators: %s', (typed, cap) => {
    const form = useBuyersForm();
    form.cap = typed;
    expect(form.readCap()).toBe(cap);
    expect(form.problems.cap === undefined).toBe(cap !== null);
  });
});
