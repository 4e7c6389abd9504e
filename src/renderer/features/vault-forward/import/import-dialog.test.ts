import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { checkBodyVariables, checkVariables } from '@shared/vault-forward/draft-variables';
import { useComposerStore } from '../drafts/composer-store';
import ImportDialog from './ImportDialog.vue';
import { useImportStore } from './import-store';
import { readImport, readImportFile } from './read-import';
import { serveImport } from './serve-import';

const noteUnsavedForms = vi.fn();
beforeEach(() => {
  vi.stubGlobal('Worker', WorkerByReference);
  vi.stubGlobal('explorer', { noteUnsavedForms });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

type Listener = (event: MessageEvent) => void;

/** Runs the worker on this thread and passes messages by reference: a File of the test DOM cannot cross a real channel. */
class WorkerByReference {
  private readonly inside: Listener[] = [];
  private readonly outside: Listener[] = [];

  constructor() {
    serveImport({
      postMessage: (data) => this.tell(this.outside, data),
      addEventListener: (_type, listener) => this.inside.push(listener),
    });
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.outside.push(listener);
  }

  postMessage(data: unknown): void {
    this.tell(this.inside, data);
  }

  terminate(): void {
    this.outside.length = 0;
  }

  private tell(listeners: readonly Listener[], data: unknown): void {
    queueMicrotask(() => listeners.forEach((listener) => listener(new MessageEvent('message', { data }))));
  }
}

/** The sentences that the dialog shows for a text. */
async function notesFor(text: string): Promise<(string | null)[]> {
  useImportStore().text = text;
  await nextTick();
  await nextTick();
  return [...document.querySelectorAll('[aria-label="Result"] li')].map((line) => line.textContent);
}

const body = (...names: readonly string[]): string =>
  `curl https://psp.example -H 'content-type: application/json' -d '{${names
    .map((name) => `"${name}":"4111111111111111"`)
    .join(',')}}'`;

describe('ImportDialog', () => {
  it('shows the notes or the problem of each text, whatever text came before', async () => {
    setActivePinia(createPinia());
    mount(ImportDialog, { attachTo: document.body });
    useImportStore().open();
    // The same sentence applies to each of three card numbers, none of them in a field with a telling name.
    expect(await notesFor(body('a', 'b', 'c'))).toHaveLength(3);
    expect(await notesFor(body('a'))).toHaveLength(1);
    expect(await notesFor(body('a', 'b', 'c', 'd'))).toHaveLength(4);
    expect(await notesFor('curl https://psp.example -k')).toEqual([
      '--insecure was left out: certificates are always checked here.',
    ]);
    // Some editors put a byte order mark before the text.
    expect(await notesFor('\ufeffcurl https://psp.example -k')).toHaveLength(1);
    // A chat or a README puts it between two lines.
    expect(await notesFor('```bash\ncurl https://psp.example -k\n```\n')).toHaveLength(1);
    expect(await notesFor('{"log":')).toEqual([]);
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain(
      'This is not a HAR file.',
    );
    for (const [text, words] of [
      ['{"openapi":"3.1.0"', 'OpenAPI document'],
      ['openapi: 3.1.0\ninfo:', 'OpenAPI document'],
      // A command that uploads a document is a request.
      ["curl https://psp.example --data-binary $'\nopenapi: 3.1.0\n'", undefined],
    ] as const) {
      await notesFor(text);
      const problem = document.querySelector('[role="alert"], .problem')?.textContent;
      expect(problem).toEqual(words && expect.stringContaining(words));
    }
    expect(await notesFor('{"log":{"version":"1.2","entries":[]}}')).toEqual([]);
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain('no requests');
    // A browser's “Copy as PowerShell” begins with a variable that does not hold text.
    const session = '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\r\n';
    expect(await notesFor(`${session}Invoke-WebRequest -Uri "https://psp.example" -Method "POST"`)).toEqual(
      [],
    );
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain('“Copy as cURL”');
    expect(await notesFor(body('a', 'b'))).toHaveLength(2);
  });

  it('shows what was pasted again after Escape, until Cancel or a draft', async () => {
    setActivePinia(createPinia());
    useComposerStore().openDraft = vi.fn();
    mount(ImportDialog, { attachTo: document.body });
    const store = useImportStore();
    const field = () => document.querySelector<HTMLTextAreaElement>('#import-text')?.value;
    const open = async (pasted?: string): Promise<void> => {
      store.open(pasted);
      await flushPromises();
    };
    const typed = 'curl https://psp.example -k';
    await open();
    await notesFor(typed);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await flushPromises();
    expect(field()).toBeUndefined();
    await open();
    expect(field()).toBe(typed);
    expect(document.querySelectorAll('[aria-label="Result"] li')).toHaveLength(1);
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')?.click();
    await open();
    expect(field()).toBe('');
    await notesFor(typed);
    store.accept();
    await open();
    expect(field()).toBe('');
    await open(typed);
    expect(field()).toBe(typed);
  });

  it('shows twenty of thousands of notes, and keeps large pasted text out of the field', async () => {
    setActivePinia(createPinia());
    const dialog = mount(ImportDialog, { attachTo: document.body });
    useImportStore().open();
    const many = await notesFor(body(...Array.from({ length: 3_000 }, (_none, at) => `n${at}`)));
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe('And 2,980 more.');
    const field = document.querySelector('textarea');
    const paste = async (text: string): Promise<string> => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.assign(event, { clipboardData: { getData: () => text } });
      field?.dispatchEvent(event);
      await nextTick();
      expect(event.defaultPrevented).toBe(text.length > 1_000_000);
      await vi.waitFor(() => expect(useImportStore().isBusy).toBe(false));
      await nextTick();
      return document.querySelector('[role="dialog"]')?.textContent ?? '';
    };
    expect(await paste(`curl https://psp.example -d '${'x'.repeat(1_000_000)}'`)).toContain(
      'From the clipboard',
    );
    expect(useImportStore().result?.draft.body).toHaveLength(1_000_000);
    useImportStore().text = 'curl https://psp.example/before';
    expect(await paste(`curl https://psp.example -d '${'x'.repeat(5_000_000)}'`)).toContain('too long');
    expect(useImportStore().text).toBe('');
    await paste('curl https://psp.example');
    useImportStore().open(`curl https://psp.example -d '${'x'.repeat(1_000_000)}'`);
    expect(useImportStore().text).toBe('');
    await vi.waitFor(() => expect(useImportStore().isBusy).toBe(false));
    expect(useImportStore().result?.draft.body).toHaveLength(1_000_000);
    dialog.unmount();
  });

  it('reads a large file in a worker, and drops its result once something else is entered', async () => {
    setActivePinia(createPinia());
    const dialog = mount(ImportDialog, { attachTo: document.body });
    const store = useImportStore();
    store.open();
    const entry = (path: string) => ({
      request: {
        ...{ method: 'POST', url: `https://psp.example/${path}`, headers: [] },
        postData: { mimeType: 'application/json', text: `{"n":"${'x'.repeat(150_000)}"}` },
      },
    });
    const har = JSON.stringify({ log: { entries: [entry('one'), entry('two'), { request: {} }] } });
    const file = new Blob([har]);
    store.text = 'what stood there before';
    store.drop(file, 'day.har');
    await nextTick();
    expect(store.text).toBe('');
    const shown = (): string => document.querySelector('[role="dialog"]')?.textContent ?? '';
    expect(shown()).toContain('Reading day.har…');
    await vi.waitFor(() => expect(store.result?.draft.destinationUrl).toBe('https://psp.example/one'));
    expect(shown()).not.toContain('Reading');
    expect(shown()).toContain('From day.har');
    store.chosen = 1;
    await vi.waitFor(() => expect(store.result?.draft.destinationUrl).toBe('https://psp.example/two'));
    store.chosen = 2;
    await vi.waitFor(() => expect(store.problem?.code).toBe('har-entry'));
    await vi.waitFor(() => expect(store.isBusy).toBe(false));
    expect(store.result).toBeNull();

    store.drop(file, 'day.har');
    store.text = 'curl https://psp.example/typed';
    expect(store.result?.draft.destinationUrl).toBe('https://psp.example/typed');
    store.drop(file, 'day.har');
    await vi.waitFor(() => expect(store.candidates).toHaveLength(3));
    store.isOpen = false;
    await nextTick();
    expect(store.candidates).toHaveLength(0);
    dialog.unmount();
  });

  it('lists 200 of thousands of requests, filters the rest, and keeps the chosen one listed', async () => {
    setActivePinia(createPinia());
    const dialog = mount(ImportDialog, { attachTo: document.body });
    const store = useImportStore();
    store.open();
    const har = (count: number): Blob => {
      const entries = Array.from({ length: count }, (_none, at) => ({
        request: { method: at === 14_999 ? 'PUT' : 'POST', url: `https://psp.example/${at}`, headers: [] },
      }));
      return new Blob([JSON.stringify({ log: { entries } })]);
    };
    const options = (): (string | null)[] =>
      [...document.querySelectorAll('select option')].map(({ textContent }) => textContent.trim());
    const filter = (): HTMLInputElement | null => document.querySelector('input[type="search"]');
    const type = async (words: string): Promise<void> => {
      const field = filter();
      if (field === null) throw new Error('no filter');
      field.value = words;
      field.dispatchEvent(new Event('input'));
      await nextTick();
    };
    const shown = (): string => document.querySelector('[role="dialog"]')?.textContent ?? '';

    store.drop(har(15_000), 'day.har');
    await vi.waitFor(() => expect(store.result?.draft.destinationUrl).toBe('https://psp.example/0'));
    expect(options()).toHaveLength(200);
    expect(shown()).toContain('The first 200 of 15,000');
    await type('put  PSP.example');
    expect(options()).toEqual(['PUT https://psp.example/14999']);
    expect(shown()).toContain('1 of 15,000');
    await vi.waitFor(() => expect(store.result?.draft.destinationUrl).toBe('https://psp.example/14999'));
    // The chosen request stays in the list, whatever is typed.
    await type('nothing like it');
    expect(options()).toEqual(['PUT https://psp.example/14999']);
    expect(shown()).toContain('0 of 15,000');
    await type('');
    expect(options()).toHaveLength(201);
    expect(store.chosen).toBe(14_999);

    store.drop(har(200), 'hour.har');
    await vi.waitFor(() => expect(options()).toHaveLength(200));
    expect(filter()).toBeNull();
    dialog.unmount();
  });

  it('tells requests to one address apart by where they lead, or by a number', () => {
    const headers = [{ name: 'X-Vault-Forward-Url', value: 'https://psp.example/charge?key=1' }];
    const calls = [headers, [], headers, []].map((list) => ({
      ...{ request: { method: 'POST', url: 'https://api.example/vault-forward', headers: list } },
      response: { status: 200 },
    }));
    const { candidates } = readImport(JSON.stringify({ log: { entries: calls } }));
    expect(candidates.ok && candidates.value.map(({ label }) => label)).toEqual([
      'POST https://api.example/vault-forward to psp.example/charge · 200',
      'POST https://api.example/vault-forward · 200',
      'POST https://api.example/vault-forward to psp.example/charge · 200 (2)',
      'POST https://api.example/vault-forward · 200 (2)',
    ]);
  });

  it.each([
    ['curl https://psp.example -F purpose=x -F file=@/tmp/receipt.pdf', ['${receipt.pdf} has no value.']],
    ['curl https://psp.example --data-binary @body.json', ['${body.json} has no value.']],
    [
      'const id = 5;\nawait fetch(`https://psp.example/${id}`, { method: "POST", body: `hi ${f(id)}` });',
      ['${id} has no value.', '${value} has no value.'],
    ],
  ])('leaves an error in the draft for all that is missing in %s', (text, errors) => {
    const draft = readImport(text).convert(0)?.draft;
    if (draft === undefined) throw new Error('not converted');
    const found = [...checkVariables(draft, () => null), ...checkBodyVariables(draft.body, () => null)];
    expect(found.every(({ severity }) => severity === 'error')).toBe(true);
    expect(found.map(({ message }) => message.replace(/ Add it .*/, ''))).toEqual(errors);
  });

  it.each([
    'curl https://psp.example -d \'\nfetch("https://other.example")\'',
    'curl https://psp.example -d \'\nfetch("https://other.example")',
  ])('takes no call of fetch from the data of a command: %j', (text) => {
    const { candidates } = readImport(text);
    expect(candidates.ok ? candidates.value[0]?.label : candidates.problem.code).toMatch(
      /^POST https:\/\/psp\.example\/$|^curl-unreadable$/,
    );
  });

  it('says that a file cannot be read', async () => {
    const isFolder = { text: () => Promise.reject(new Error('EISDIR')) };
    const { candidates } = await readImportFile(isFolder);
    expect(candidates).toMatchObject({ ok: false, problem: { title: 'This file cannot be read.' } });
  });

  it('says that the text could not be read if the worker fails', async () => {
    setActivePinia(createPinia());
    vi.stubGlobal(
      'Worker',
      class {
        addEventListener(type: string, listener: () => void): void {
          if (type === 'error') queueMicrotask(listener);
        }
        postMessage(): void {}
        terminate(): void {}
      },
    );
    const store = useImportStore();
    store.open(`curl https://psp.example -d '${'x'.repeat(200_000)}'`);
    await vi.waitFor(() => expect(store.problem?.title).toBe('This could not be read completely.'));
    expect(store.isBusy).toBe(false);
  });
});

it('is reported to main as unsaved while there is text in it, which never leaves the window', async () => {
  setActivePinia(createPinia());
  noteUnsavedForms.mockClear();
  const store = useImportStore();
  store.open('curl https://psp.example');
  await nextTick();
  store.text += '/charge';
  store.isOpen = false;
  await nextTick();
  expect(noteUnsavedForms.mock.calls).toEqual([[{ kind: 'import', ids: ['new'] }]]);
  store.discard();
  await nextTick();
  expect(noteUnsavedForms).toHaveBeenLastCalledWith({ kind: 'import', ids: [] });
});
