import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Body } from '../../../shared/exchange';
import { connectInPage } from '../json-view/test-support/connected';
import BodyView from './BodyView.vue';

/** Longer than the usual second, for a machine that is busy. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 4000 });

const mounted: VueWrapper[] = [];
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount();
});

function shown(body: Body, contentType: string | null) {
  const wrapper = mount(BodyView, {
    props: { body, contentType, connect: connectInPage() },
    attachTo: document.body,
  });
  mounted.push(wrapper);
  return wrapper;
}

const text = (content: string): Body => ({
  kind: 'text',
  text: content,
  bytes: content.length,
  bodyId: null,
});

describe('BodyView', () => {
  it('shows JSON as a tree, passes on what is asked of the host, and goes to a pointer', async () => {
    const wrapper = shown(text('{"a":{"b":1}}'), 'application/json');
    await wrapper.vm.reveal('/a/b');
    expect(wrapper.get('[role=tree]').attributes('aria-label')).toBe('JSON');
    await eventually(() => expect(wrapper.text()).toContain('$.a.b'));
    await wrapper.get('[role=tree]').trigger('keydown', { key: 'c', ctrlKey: true });
    await eventually(() => expect(wrapper.emitted('copy')).toEqual([['1']]));
  });

  it('shows markup as text', async () => {
    const wrapper = shown(text('<h1>Not found</h1>'), 'text/html');
    await eventually(() => expect(wrapper.find('.line__text').text()).toBe('<h1>Not found</h1>'));
    expect(wrapper.find('h1').exists()).toBe(false);
    expect(wrapper.get('[role=search] input').attributes('aria-label')).toBe('Search in body');
  });

  it('shows a form as fields and as sent', async () => {
    const wrapper = shown(text('a=1+2&a=%C3%A9'), 'application/x-www-form-urlencoded');
    expect(wrapper.findAll('td').map((cell) => cell.text())).toEqual(['a', '1 2', 'a', 'é']);
    const asSent = wrapper.findAll('button').find((button) => button.text() === 'As sent');
    await asSent?.trigger('click');
    await eventually(() => expect(wrapper.find('.line__text').text()).toBe('a=1+2&a=%C3%A9'));
  });

  it('says when there is none', () => {
    expect(shown({ kind: 'none' }, null).text()).toBe('No body.');
    expect(shown(text(''), 'application/json').text()).toBe('An empty body.');
  });
});
