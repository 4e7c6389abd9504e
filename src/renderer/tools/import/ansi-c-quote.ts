export interface AnsiCQuote {
  readonly text: string;
  /** Offset after the closing quote. */
  readonly end: number;
  /** True when escaped bytes are not valid UTF-8. */
  readonly notUtf8: boolean;
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const BY_NUMBER = /\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(.))/y;

/** Reads the inside of bash's `$'…'`, from the offset after the opening quote; null when it is not closed. */
export function readAnsiC(text: string, start: number): AnsiCQuote | null {
  const result = new BytesAndText();
  let at = start;
  for (;;) {
    const first = text.charAt(at);
    if (first === '') {
      return null;
    }
    if (first === "'") {
      return { ...result.finish(), end: at + 1 };
    }
    if (first !== '\\') {
      result.addText(first);
      at += 1;
      continue;
    }
    BY_NUMBER.lastIndex = at;
    const found = BY_NUMBER.exec(text);
    if (found === null) {
      const letter = text.charAt(at + 1);
      result.addText(LETTERS[letter] ?? `\\${letter}`);
      at += 2;
    } else {
      addByNumber(result, found);
      at += found[0].length;
    }
  }
}

function addByNumber(result: BytesAndText, [, hex, octal, four, eight, control]: RegExpExecArray): void {
  if (hex !== undefined) {
    result.addByte(Number.parseInt(hex, 16));
  } else if (octal !== undefined) {
    result.addByte(Number.parseInt(octal, 8) & 0xff);
  } else if (control !== undefined) {
    result.addByte(control.charCodeAt(0) & 0x1f);
  } else {
    const code = Number.parseInt(four ?? eight ?? '0', 16);
    // Browsers write each half of a surrogate pair as `\u`; adjacent halves are joined again.
    result.addText(
      code <= 0x10ffff ? (code <= 0xffff ? String.fromCharCode(code) : String.fromCodePoint(code)) : '\ufffd',
    );
  }
}

/** Text in which some characters are given as individual UTF-8 bytes. */
class BytesAndText {
  private readonly pieces: string[] = [];
  private bytes: number[] = [];
  private notUtf8 = false;

  addByte(byte: number): void {
    this.bytes.push(byte);
  }

  addText(text: string): void {
    this.flush();
    this.pieces.push(text);
  }

  finish(): { text: string; notUtf8: boolean } {
    this.flush();
    return { text: this.pieces.join(''), notUtf8: this.notUtf8 };
  }

  private flush(): void {
    if (this.bytes.length === 0) {
      return;
    }
    try {
      this.pieces.push(
        new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(this.bytes)),
      );
    } catch {
      this.notUtf8 = true;
      this.pieces.push(String.fromCharCode(...this.bytes));
    }
    this.bytes = [];
  }
}
