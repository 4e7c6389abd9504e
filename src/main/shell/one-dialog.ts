import type { BrowserWindow } from 'electron';
import { ProblemError } from '@shared/problem';

/** Windows that have a dialog of the operating system open. */
const asking = new WeakSet<BrowserWindow>();

/**
 * Shows a dialog of the operating system over the window, unless it has one already. On Linux such a dialog does not
 * keep its window from being used: a second click would open a second one, and a hostile page any number.
 */
export async function oneDialog<Value>(
  window: BrowserWindow,
  show: (window: BrowserWindow) => Promise<Value>,
): Promise<Value> {
  if (asking.has(window)) throw dialogIsOpen();
  asking.add(window);
  try {
    return await show(window);
  } finally {
    asking.delete(window);
  }
}

function dialogIsOpen(): ProblemError {
  return new ProblemError({
    code: 'dialog-is-open',
    title: 'Another dialog is open',
    meaning:
      'One of the operating system waits for your answer, perhaps behind this window. Nothing was done.',
    nextStep: 'Answer or close it, then try again.',
    detail: null,
  });
}
