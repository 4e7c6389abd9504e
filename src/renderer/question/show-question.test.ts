import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Question } from '@shared/questions/question';
import html from './index.html?raw';
import { READING_MS, showQuestion } from './show-question';

const question: Question = {
  title: 'Send to production?',
  lead: ['The secret goes to psp.example.net for the first time.'],
  facts: [
    {
      label: 'Destination',
      value: 'https://psp.example.net/charge',
      emphasis: 'psp.example.net',
      prefix: 'POST',
      mono: true,
    },
    { label: 'Profile', value: '<img src=x onerror=alert(1)>' },
  ],
  danger: 'production',
  confirmLabel: 'Send to production',
  cancelLabel: 'Cancel',
  checkboxLabel: 'Do not ask for 10 minutes',
};

let answers: Answer[];
let onScreen: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  // A new body for each test, which also removes the previous one's listeners.
  const page = html.replace(/<head>[^]*<\/head>/, '');
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  document.body.replaceWith(document.importNode(body, true));
});
afterEach(() => {
  vi.useRealTimers();
});

function show(changes: Partial<Question> = {}): void {
  onScreen = showQuestion({ ...question, ...changes }, (answer) => answers.push(answer));
}
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
/** False when the page prevents the key's default action. */
const press = (key: string, repeat = false): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }),
  );

describe('the question page', () => {
  it('is an alert dialog named by its question, with every fact as text', () => {
    show();
    const dialog = document.querySelector('[role="alertdialog"]');
    expect(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
      question.title,
    );
    const terms = [...document.querySelectorAll('dt')].map((term) => term.textContent);
    expect(terms).toEqual(['Destination', 'Profile']);
    expect([...document.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(
      question.facts.map(({ prefix, value }) => (prefix === undefined ? value : `${prefix} ${value}`)),
    );
    expect([...document.querySelectorAll('dd strong')].map(({ textContent }) => textContent)).toEqual([
      'POST',
      'psp.example.net',
    ]);
    expect(document.querySelector('img')).toBeNull();
    // Read aloud with the question: where it goes is what is asked about.
    const described = dialog?.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
      'https://psp.example.net/charge',
    );
  });

  it('shows a note below a value, as text', () => {
    show({ facts: [{ label: 'Request', value: 'https://psp.example/', note: 'with <b>card data</b>' }] });
    const value = document.querySelector('dd');
    expect(value?.firstChild?.textContent).toBe('https://psp.example/');
    expect(value?.querySelector('p')?.textContent).toBe('with <b>card data</b>');
  });

  it('reveals all of a shortened value on one click', () => {
    const whole = 'https://psp.example/a-long-way/<b>';
    show({
      facts: [
        { label: 'Request', value: 'https://psp.example/…', whole },
        { label: 'To', value: 'x' },
      ],
    });
    const details = document.querySelectorAll('details');
    expect(details).toHaveLength(1);
    expect(details[0]?.open).toBe(false);
    details[0]?.querySelector('summary')?.click();
    expect(details[0]?.open).toBe(true);
    const box = details[0]?.lastElementChild;
    expect(box?.textContent).toBe(whole);
    // It scrolls separately, so it has to be reachable by keyboard.
    expect(box).toMatchObject({ className: 'whole', tabIndex: 0 });
    expect(box?.getAttribute('aria-label')).toBe('All of it');
    expect(answers).toEqual([]);
  });

  it('shows an amount only if there is one, and separates the facts to be compared', () => {
    show();
    expect(document.getElementById('amount')?.hidden).toBe(true);
    show({
      amount: { text: 'EUR 135.91', note: 'read from amount and currency of the body' },
      facts: [...question.facts, { label: 'So far', value: 'psp.example', compared: true }],
    });
    expect(document.getElementById('amount')?.hidden).toBe(false);
    expect(document.getElementById('amount-text')?.textContent).toBe('EUR 135.91');
    expect(document.getElementById('compared')?.textContent).toBe('So farpsp.example');
  });

  it('focuses the safe button, and has no form, submit button or access key', () => {
    show();
    expect(document.activeElement).toBe(button('Cancel'));
    onScreen();
    expect(document.activeElement).toBe(button('Cancel'));
    expect(document.querySelector('form, [accesskey], [type="submit"]')).toBeNull();
  });

  it('confirms only by its button, and only after time to read', () => {
    show();
    button('Send to production').click();
    vi.advanceTimersByTime(10 * READING_MS);
    // The page is not on screen yet.
    button('Send to production').click();
    onScreen();
    vi.advanceTimersByTime(READING_MS - 1);
    button('Send to production').click();
    expect(answers).toEqual([]);
    expect(button('Send to production').getAttribute('aria-disabled')).toBe('true');
    vi.advanceTimersByTime(1);
    expect(button('Send to production').getAttribute('aria-disabled')).toBe('false');
    button('Send to production').click();
    expect(answers).toEqual([{ confirmed: true, checked: false }]);
  });

  it.each(['Cancel', 'Close'])('declines immediately on %s', (name) => {
    show();
    button(name).click();
    expect(answers).toEqual([{ confirmed: false, checked: false }]);
  });

  it('declines on Escape, wherever the focus is', () => {
    show();
    button('Send to production').focus();
    press('Escape');
    expect(answers).toEqual([{ confirmed: false, checked: false }]);
  });

  it.each(['Enter', ' '])('ignores a held-down %j on any button', (key) => {
    show();
    for (const name of ['Cancel', 'Send to production', 'Close']) {
      button(name).focus();
      expect(press(key, true)).toBe(false);
      expect(press(key)).toBe(true);
    }
  });

  it('reports the checkbox only if there is one, and only when confirmed', () => {
    show();
    onScreen();
    vi.advanceTimersByTime(READING_MS);
    document.querySelector<HTMLInputElement>('#checkbox')?.click();
    button('Cancel').click();
    button('Send to production').click();
    expect(answers).toEqual([
      { confirmed: false, checked: false },
      { confirmed: true, checked: true },
    ]);
    show({ checkboxLabel: null });
    expect(document.getElementById('option')?.hidden).toBe(true);
  });
});
