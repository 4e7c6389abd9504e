import { expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { routerOf } from '../../stores/router.fixture';
import { uuidEntries } from './session-entries';

const ID = '5e550000-0000-4000-8000-000000000001';
const entriesOf = (typed: string) =>
  uuidEntries(typed, {
    router: routerOf(),
    profiles: [testingProfile({ id: 'p', name: 'Sandbox EU' })],
    activeId: 'p',
    activate: vi.fn(),
    openRequest: vi.fn(),
  })?.map(({ words, id }) => [words, id]);

it.each([
  ['as it is', ID],
  ['in upper case', ID.toUpperCase()],
  ['in braces', `{${ID}}`],
  ['as a URN', `urn:uuid:${ID}`],
  ['with a zero-width space, as from a chat', `${ID}\u200b`],
  ['in a link', `https://shop.example/sessions/${ID}?from=mail`],
])('offers to look up an ID that is pasted %s', (_how, typed) => {
  expect(entriesOf(typed)).toEqual([['Look up session on Sandbox EU', ID]]);
});

it('offers nothing for several IDs, or for none', () => {
  expect(entriesOf(`${ID} ${ID.replace('5e55', '6e55')}`)).toBeUndefined();
  expect(entriesOf('settings')).toBeUndefined();
});
