import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { routerOf } from '@renderer/stores/router.fixture';
import { useComposerStore } from './drafts/composer-store';
import { fakeMain, leaveWindow, setUpComposer } from './drafts/testing-composer';
import RequestLine from './RequestLine.vue';

afterEach(leaveWindow);

it('shows one problem of the URL at a time, with the button that fixes it', async () => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  const line = mount(RequestLine, {
    props: { tab },
    attachTo: document.body,
    global: { plugins: [routerOf()] },
  });
  const url = line.get<HTMLInputElement>('[aria-label="Destination URL"]');
  const said = (): string | undefined => line.get('#forward-slot .truncated').text();
  const press = async (name: string): Promise<void> => {
    await line
      .findAll('button')
      .find((button) => button.text() === name)
      ?.trigger('click');
    await flushPromises();
  };

  await url.setValue('http://psp.example/a b');
  expect(said()).toBe('A URL cannot contain spaces');
  // A screen reader gets the whole message.
  expect(line.get('#forward-slot').text()).toContain('read as http://psp.example/a%20b');
  await press('Use %20');
  expect(url.element.value).toBe('http://psp.example/a%20b');
  expect(document.activeElement).toBe(url.element);
  expect(said()).toBe('Card data travels over https only');
  await press('Use https');
  expect(url.element.value).toBe('https://psp.example/a%20b');
  expect(line.get('#forward-slot').attributes('data-wrong')).toBe('false');
});

it('leads to the variables of the profile when the URL has one without a value', async () => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  const line = mount(RequestLine, {
    props: { tab },
    global: { plugins: [routerOf('/profiles/:profileId?')] },
  });
  await line.get('[aria-label="Destination URL"]').setValue('https://${host}/charges');
  expect(line.get('#forward-slot .truncated').text()).toBe('${host} has no value');
  expect(line.get('a').text()).toBe('Add a value');
  expect(line.get('a').attributes('href')).toMatch(/^\/profiles\/\w+#variables$/);
  expect(line.text()).not.toContain('Send it as text');
});

it.each([
  ['curl https://psp.example -d a', true],
  ['$ curl https://psp.example -d a', true],
  ['me@host ~ % /usr/bin/curl https://psp.example', true],
  ['export KEY=1\ncurl https://psp.example', true],
  ['cat body.json | curl https://psp.example -d @-', true],
  ["const answer = await fetch('https://psp.example')", true],
  ['https://psp.example/curl', false],
  ['https://psp.example/curl ', false],
  ['https://psp.example/prefetch(1)', false],
])('takes a pasted command for a request, whatever stands before it: %j', async (text, isTaken) => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active ?? expect.fail('there is no draft');
  const line = mount(RequestLine, { props: { tab }, global: { plugins: [routerOf()] } });
  document.execCommand = () => true;
  const url = line.get('[aria-label="Destination URL"]');
  await url.trigger('paste', { clipboardData: { getData: () => text } });
  expect(line.emitted('pastedCommand') ?? []).toEqual(isTaken ? [[text]] : []);
});
