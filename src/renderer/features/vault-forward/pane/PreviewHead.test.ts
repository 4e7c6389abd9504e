import { mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { unanswered } from '@shared/testing/exchanges';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useComposerStore } from '../drafts/composer-store';
import { fakeMain, leaveWindow, PROFILE, setUpComposer } from '../drafts/testing-composer';
import PreviewHead from './PreviewHead.vue';

afterEach(leaveWindow);

async function openDraft(main = fakeMain()) {
  setUpComposer(main);
  const composer = useComposerStore();
  await composer.start();
  if (composer.active === null) composer.openEmpty();
  const { active } = composer;
  if (active === null) throw new Error('there is no draft');
  return active;
}

it('does not say that a draft is not sent yet once it may have been carried out', async () => {
  const tab = await openDraft();
  const head = mount(PreviewHead, { props: { tab } });
  expect(head.text()).toContain('not sent yet');
  const exchange = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true });
  tab.sending.show({ exchange, draft: draftWith({}), revision: 0, host: 'psp.example', profile: PROFILE });
  await nextTick();
  expect(head.text()).not.toContain('not sent yet');
  expect(head.text()).toContain('the draft as it is now');
});

it('does not say it of a draft of an earlier run, which may have been sent then', async () => {
  const draft = {
    ...{ id: 'a', familyId: 'a', name: null, profileId: 'p', draft: draftWith({}), saved: null },
    ...{ place: { anchor: 0, head: 0, top: 0 }, exchangeId: null },
  };
  const tab = await openDraft(fakeMain({ drafts: [draft], activeId: 'a', unreadable: 0 }));
  expect(mount(PreviewHead, { props: { tab } }).text()).not.toContain('not sent yet');
});
