import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import EmptyState from '@renderer/components/EmptyState.vue';
import { useProfilesStore } from '@renderer/stores/profiles';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import type { DraftTab } from '../drafts/draft-tab';
import ResultPane from './ResultPane.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => undefined,
    describeCredential: () => new Promise(() => undefined),
  });
});

it.each([
  [false, /sends\.$/],
  [true, /The profile is read-only/],
])('says which key sends only if the profile may send (read-only: %s)', (readOnly, words) => {
  const profile = testingProfile({ id: 'p', readOnly });
  useProfilesStore().accept({ profiles: [profile], activeId: 'p', notice: null });
  const tab = { name: 'A draft', sending: { state: { kind: 'idle' }, shown: null } } as unknown as DraftTab;
  const pane = mount(ResultPane, {
    props: { tab },
    global: { stubs: { ForwardResult: true, StartPane: true } },
  });
  const text = pane.getComponent(EmptyState).props('text');
  expect(text).toMatch(words);
  expect(text?.includes('sends.')).toBe(!readOnly);
});
