import { combinationOf } from '@shared/app/key-combination';
import { onApple } from '../stores/shortcuts';

type Way = 'undo' | 'redo';
type Field = HTMLInputElement | HTMLTextAreaElement;

/** The text of a field, and the selection in it. */
interface Moment {
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

interface Step {
  readonly kind: string;
  readonly before: Moment;
  readonly after: Moment;
}

/** The steps of one field; those from `at` on have been undone. */
interface Typed {
  readonly steps: readonly Step[];
  readonly at: number;
}

const NOTHING: Typed = { steps: [], at: 0 };
const MAX_STEPS = 100;
/** Input types that form one step as long as they continue in the same place. */
const CONTINUED = new Set(['insertText', 'insertCompositionText', 'deleteContentBackward']);
/** The keys of all operating systems. */
const WAYS: ReadonlyMap<string | null, Way> = new Map([
  ['Mod+Z', 'undo'],
  ['Mod+Shift+Z', 'redo'],
  ['Mod+Y', 'redo'],
]);
/** Fields for secrets, whose steps are kept only while the person types in them. */
const SECRETS = '.input--secret, [type="password"], [data-secret]';
/** Fields that are always about the same thing: what the app puts into them is a step, too. */
const SAME_SUBJECT = '[data-undoes-all]';
const EVENTS = { undo: 'historyUndo', redo: 'historyRedo' } as const;

/**
 * Undo and redo for each field separately. Chromium has one list of steps for the whole page: once the field with the
 * focus has none left, its Ctrl+Z changes fields elsewhere, and its redo fills fields that the app has emptied. Editors
 * have their own undo.
 */
export function undoInFields(): void {
  const typed = new WeakMap<Field, Typed>();
  let before: Moment | null = null;

  /**
   * The steps typed in a field. If the app has since changed its text, which may now belong to something else, there
   * are none, unless it cannot (`SAME_SUBJECT`).
   */
  function typedIn(field: Field, now: Moment): Typed {
    const { steps, at } = typed.get(field) ?? NOTHING;
    const last = steps[at - 1]?.after ?? steps[at]?.before;
    if (last?.value === now.value) return { steps, at };
    if (last === undefined || !field.matches(SAME_SUBJECT)) return NOTHING;
    return { steps: [...steps.slice(0, at), { kind: 'app', before: last, after: now }], at: at + 1 };
  }

  function note(field: Field, kind: string): void {
    const after = momentOf(field);
    if (before === null || before.value === after.value) return;
    const { steps, at } = typedIn(field, before);
    const last = steps[at - 1];
    const goesOn = last?.kind === kind && CONTINUED.has(kind) && last.after.end === before.end;
    const kept = steps.slice(0, goesOn ? at - 1 : at);
    const next = [...kept, { kind, before: goesOn ? last.before : before, after }].slice(-MAX_STEPS);
    typed.set(field, { steps: next, at: next.length });
  }

  /** False if there is nothing to undo, or to redo, in this field. */
  function go(field: Field, way: Way): boolean {
    const { steps, at } = typedIn(field, momentOf(field));
    const step = steps[way === 'undo' ? at - 1 : at];
    if (step === undefined) return false;
    typed.set(field, { steps, at: way === 'undo' ? at - 1 : at + 1 });
    show(field, way === 'undo' ? step.before : step.after, EVENTS[way]);
    return true;
  }

  const capture = { capture: true };
  document.addEventListener(
    'keydown',
    (event) => {
      const way = wayOf(event);
      if (way === undefined || event.isComposing || !isField(event.target)) return;
      // With nothing left in the field, the keys are free to undo something else.
      if (go(event.target, way)) event.preventDefault();
    },
    capture,
  );
  // Registered so that it runs after all other listeners.
  window.addEventListener('keydown', (event) => {
    if (wayOf(event) !== undefined) event.preventDefault();
  });
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { target, inputType } = event;
      before = isField(target) ? momentOf(target) : null;
      // Undo by any other way than the keys above, such as Alt+Backspace.
      if (!isField(target) || !inputType.startsWith('history')) return;
      event.preventDefault();
      go(target, inputType === EVENTS.undo ? 'undo' : 'redo');
    },
    capture,
  );
  document.addEventListener(
    'input',
    (event) => {
      const kind = event instanceof InputEvent ? event.inputType : '';
      if (isField(event.target) && !kind.startsWith('history')) note(event.target, kind);
      before = null;
    },
    capture,
  );
  document.addEventListener('focusout', ({ target }) => {
    if (isField(target) && target.matches(SECRETS)) typed.delete(target);
  });
}

function wayOf(event: KeyboardEvent): Way | undefined {
  return WAYS.get(combinationOf(event, onApple));
}

function show(field: Field, { value, start, end }: Moment, inputType: string): void {
  field.value = value;
  // A number field has no selection.
  if (start !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }));
  field.addEventListener('blur', sayChanged, { once: true });
}

/** Reports on leaving a field that its text has changed; Chromium reports only what was typed. */
function sayChanged({ currentTarget }: Event): void {
  currentTarget?.dispatchEvent(new Event('change', { bubbles: true }));
}

function momentOf({ value, selectionStart, selectionEnd }: Field): Moment {
  return { value, start: selectionStart, end: selectionEnd };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
