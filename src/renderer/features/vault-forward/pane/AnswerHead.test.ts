import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { unanswered } from '@shared/testing/exchanges';
import type { DraftTab, SentDraft } from '../drafts/draft-tab';
import AnswerHead from './AnswerHead.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => undefined });
});

it('says why an outcome is unknown in more than one line, and whole in its tooltip', () => {
  const why = 'the computer was asleep before an answer came';
  const exchange = unanswered({ kind: 'failed', failure: 'sleep', detail: '', mayHaveArrived: true });
  const draft = { body: '' };
  const sent = { exchange, draft, revision: 0 } as unknown as SentDraft;
  const tab = { fields: draft, revision: 0 } as unknown as DraftTab;
  const head = mount(AnswerHead, { props: { tab, sent } });
  const words = head.findAll('p').find((one) => one.text() === why);
  expect(words?.attributes('title')).toBe(why);
  expect(words?.classes()).not.toContain('truncated');
});
