/** True while a modal dialog waits for its answer: keys that would change what is behind it do nothing. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="alertdialog"], .dialog') !== null;
}
