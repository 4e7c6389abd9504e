import type { Answer, Question, QuestionFact } from '@shared/questions/question';

/** In ms: a click meant for what was there before must not answer a question that has just appeared. */
export const READING_MS = 500;

/**
 * Fills the page with a question. The safe button has the focus, and Esc does the same. The only "yes" is the button
 * that says so, clicked, or focused and pressed, and only after there has been time to read the question. There is no
 * form or default button, and a key that is held down does not count.
 * @returns a function to call when the page is on screen, from which moment the reading time counts.
 */
export function showQuestion(question: Question, answer: (answer: Answer) => void): () => void {
  const { title, lead, amount, facts, danger, icon, confirmLabel, cancelLabel, checkboxLabel } = question;
  const find = (id: string): HTMLElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element "${id}"`);
    return element;
  };
  const cancel = find('cancel');
  const confirm = find('confirm');
  const checkbox = document.querySelector<HTMLInputElement>('#checkbox');

  document.documentElement.dataset.danger = danger;
  document.documentElement.dataset.icon = icon ?? danger;
  document.title = title;
  find('title').textContent = title;
  cancel.textContent = cancelLabel;
  confirm.textContent = confirmLabel;
  confirm.className =
    danger === 'production' ? 'button button--production' : 'button button--edge button--danger';
  find('checkbox-label').textContent = checkboxLabel;
  find('option').hidden = checkboxLabel === null;
  find('lead').replaceChildren(...lead.map((sentence) => make('p', sentence)));
  find('amount').hidden = amount === undefined;
  find('amount-text').textContent = amount?.text ?? '';
  find('amount-note').textContent = amount?.note ?? '';
  for (const [id, compared] of [
    ['compared', true],
    ['facts', false],
  ] as const) {
    const shown = facts.filter((fact) => (fact.compared === true) === compared);
    find(id).replaceChildren(...shown.flatMap((fact) => [make('dt', fact.label), valueOf(fact)]));
  }

  const no = (): void => answer({ confirmed: false, checked: false });
  cancel.addEventListener('click', no);
  find('close').addEventListener('click', no);
  confirm.addEventListener('click', () => {
    if (confirm.getAttribute('aria-disabled') === 'true') return;
    answer({ confirmed: true, checked: checkboxLabel !== null && checkbox?.checked === true });
  });
  document.body.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') no();
      else if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
    { capture: true },
  );
  cancel.focus();

  return () => {
    cancel.focus();
    setTimeout(() => confirm.setAttribute('aria-disabled', 'false'), READING_MS);
  };
}

function valueOf({ prefix, value, emphasis = '', mono, whole, note }: QuestionFact): HTMLElement {
  const element = make('dd', '');
  if (mono === true) element.className = 'mono';
  const at = emphasis === '' ? -1 : value.indexOf(emphasis);
  if (prefix !== undefined) element.append(make('strong', prefix), ' ');
  if (at === -1) element.append(value);
  else element.append(value.slice(0, at), make('strong', emphasis), value.slice(at + emphasis.length));
  if (whole !== undefined) {
    const details = document.createElement('details');
    const box = make('div', whole);
    box.className = 'whole';
    // It scrolls separately, so it has to be reachable by keyboard.
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'All of it');
    details.append(make('summary', 'All of it'), box);
    element.append(details);
  }
  if (note !== undefined) element.append(make('p', note));
  return element;
}

function make(tag: 'p' | 'div' | 'dt' | 'dd' | 'strong' | 'summary', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
