import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import ImportDialog from './ImportDialog.vue';
import { useImportStore } from './import-store';

afterEach(() => {
  document.body.replaceChildren();
});

/** The sentences that the dialog shows for a text. */
async function notesFor(text: string): Promise<(string | null)[]> {
  useImportStore().text = text;
  await nextTick();
  await nextTick();
  return [...document.querySelectorAll('[aria-label="What becomes of it"] li')].map(
    (line) => line.textContent,
  );
}

const body = (...names: readonly string[]): string =>
  `curl https://psp.example -H 'content-type: application/json' -d '{${names
    .map((name) => `"${name}":"4111111111111111"`)
    .join(',')}}'`;

describe('ImportDialog', () => {
  it('says of each text what becomes of it, whatever text it takes the place of', async () => {
    setActivePinia(createPinia());
    mount(ImportDialog, { attachTo: document.body });
    useImportStore().open();
    // The same sentence several times: three numbers in one line, none of them in a field that says so.
    expect(await notesFor(body('a', 'b', 'c'))).toHaveLength(3);
    expect(await notesFor(body('a'))).toHaveLength(1);
    expect(await notesFor(body('a', 'b', 'c', 'd'))).toHaveLength(4);
    expect(await notesFor('curl https://psp.example -k')).toEqual([
      '--insecure was left out: certificates are always checked here.',
    ]);
    // Of an editor that puts a mark before the text.
    expect(await notesFor('\ufeffcurl https://psp.example -k')).toHaveLength(1);
    expect(await notesFor('{"log":')).toEqual([]);
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain('This is no HAR file.');
    expect(await notesFor('{"log":{"version":"1.2","entries":[]}}')).toEqual([]);
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain('no requests');
    // “Copy as PowerShell” of a browser begins with a variable that is no text.
    const session = '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\r\n';
    expect(await notesFor(`${session}Invoke-WebRequest -Uri "https://psp.example" -Method "POST"`)).toEqual(
      [],
    );
    expect(document.querySelector('[role="alert"], .problem')?.textContent).toContain('“Copy as cURL”');
    expect(await notesFor(body('a', 'b'))).toHaveLength(2);
  });

  it('says twenty of thousands of sentences, and reads a text of megabytes past the field, a command of few', async () => {
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
      return document.querySelector('[role="dialog"]')?.textContent ?? '';
    };
    expect(await paste(`curl https://psp.example -d '${'x'.repeat(1_000_000)}'`)).toContain(
      'From the clipboard',
    );
    expect(useImportStore().result?.draft.body).toHaveLength(1_000_000);
    expect(await paste(`curl https://psp.example -d '${'x'.repeat(5_000_000)}'`)).toContain('too long');
    await paste('curl https://psp.example');
    useImportStore().open(`curl https://psp.example -d '${'x'.repeat(1_000_000)}'`);
    expect(useImportStore().text).toBe('');
    expect(useImportStore().result?.draft.body).toHaveLength(1_000_000);
    dialog.unmount();
  });
});
