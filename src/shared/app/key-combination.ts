/** The parts of a keyboard event that determine the combination. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'OS']);
/** Keys pressed while a character is still being composed. */
const UNFINISHED = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);
const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

/** The combination of a key press, `Mod+Shift+K`; null while only modifiers are held. */
export function combinationOf(press: KeyPress, apple: boolean): string | null {
  if (MODIFIERS.has(press.key) || UNFINISHED.has(press.key)) return null;
  const key = keyName(press, apple);
  const isCharacter = key.length === 1 && key.toUpperCase() === key.toLowerCase();
  const parts = [
    (apple ? press.metaKey : press.ctrlKey) ? 'Mod' : null,
    apple && press.ctrlKey ? 'Ctrl' : null,
    !apple && press.metaKey ? 'Meta' : null,
    press.altKey ? 'Alt' : null,
    // A character that needs Shift stands for itself, on any keyboard.
    press.shiftKey && !isCharacter && key !== 'Plus' ? 'Shift' : null,
    key,
  ].filter((part) => part !== null);
  // Tab goes with Control on every platform, because macOS itself uses Cmd+Tab.
  return parts.join('+').replace(/^Mod\+((?:Shift\+)?Tab)$/, apple ? 'Mod+$1' : 'Ctrl+$1');
}

function keyName({ key, code, altKey }: KeyPress, apple: boolean): string {
  // On macOS, Option turns letters and digits into other characters.
  const plain = apple && altKey ? /^(?:Key|Digit)(.)$/.exec(code ?? '')?.[1] : undefined;
  if (plain !== undefined) return plain;
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** True for a combination that types a character in a text field. */
export function isTyped(combination: string): boolean {
  const parts = combination.split('+');
  const key = parts[parts.length - 1] ?? '';
  return key.length === 1 && parts.slice(0, -1).every((part) => part === 'Shift');
}

/** Combinations that belong to the system, to text editing or to navigation; no shortcut may use them. */
const RESERVED = new Set(
  'Mod+C Mod+V Mod+X Mod+A Mod+Z Mod+Shift+Z Mod+Y Mod+Q Mod+Plus Mod+= Mod+- Mod+0 Alt+F4 Escape Mod+.'.split(
    ' ',
  ),
);
const NEEDS_MODIFIER =
  /^(Shift\+)?(Enter|Tab|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow\w+|ContextMenu)$/;

/** Why a combination cannot be a shortcut, as a sentence; null if it can. */
export function refusalOf(combination: string): string | null {
  if (RESERVED.has(combination)) return 'These keys have a use everywhere. Choose others.';
  if (NEEDS_MODIFIER.test(combination)) return 'Hold Ctrl, Alt or Cmd with this key.';
  if (/^(Shift\+)?[\p{L}\p{N}]$/u.test(combination)) return 'A letter or a digit needs Ctrl, Alt or Cmd.';
  return null;
}

const WORDS: Readonly<Record<string, string>> = {
  Plus: '+',
  Enter: '↵',
  Escape: 'Esc',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
const APPLE_WORDS: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The keys one by one, with their labels: `Ctrl`, `K`. */
export function keyLabels(combination: string, apple: boolean): readonly string[] {
  return combination
    .split('+')
    .map(
      (part) => (apple ? APPLE_WORDS[part] : undefined) ?? WORDS[part] ?? (part === 'Mod' ? 'Ctrl' : part),
    );
}

/** The keys as one word: `Ctrl+K` or `⌘K`. */
export function describeKeys(combination: string, apple: boolean): string {
  return keyLabels(combination, apple)
    .map((label) => (label === '↵' ? 'Enter' : label))
    .join(apple ? '' : '+');
}

/** In the form of `aria-keyshortcuts`. */
export function ariaKeys(combination: string, apple: boolean): string {
  const names: Readonly<Record<string, string>> = { Mod: apple ? 'Meta' : 'Control', Ctrl: 'Control' };
  return combination
    .split('+')
    .map((part) => names[part] ?? part)
    .join('+');
}

/** In the form of the system's menu; null if the menu cannot show it. */
export function acceleratorOf(combination: string): string | null {
  if (isTyped(combination)) return null;
  const names: Readonly<Record<string, string>> = { Mod: 'CommandOrControl', Ctrl: 'Control' };
  return combination
    .split('+')
    .map((part) => names[part] ?? part.replace(/^Arrow/, ''))
    .join('+');
}
