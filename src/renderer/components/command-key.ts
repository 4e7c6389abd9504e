export const onApple = /^Mac/.test(navigator.platform);

/** Whether the key for commands is held, and it alone of the two: Cmd on macOS, Ctrl elsewhere. */
export function isCommand(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>, apple: boolean): boolean {
  return apple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}
