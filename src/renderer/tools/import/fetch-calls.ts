/** What begins a comment or a quoted text, and a call of fetch that is no method of something else. */
const MARK = /\/[/*]|["'`]|(?<![\w$.])(?:(?:window|globalThis|self)\.)?fetch\s*\(/g;

/** The offsets after the parenthesis of each call of fetch in JavaScript, but not in comments and quoted texts. */
export function fetchCalls(code: string): number[] {
  const calls: number[] = [];
  const marks = new RegExp(MARK);
  for (let mark = marks.exec(code); mark !== null; mark = marks.exec(code)) {
    const [found] = mark;
    if (found === '//') marks.lastIndex = offsetAfter(code, '\n', marks.lastIndex);
    else if (found === '/*') marks.lastIndex = offsetAfter(code, '*/', marks.lastIndex);
    else if (found.endsWith('(')) calls.push(marks.lastIndex);
    else marks.lastIndex = offsetAfterQuoted(code, found, marks.lastIndex);
  }
  return calls;
}

function offsetAfter(code: string, end: string, from: number): number {
  const at = code.indexOf(end, from);
  return at === -1 ? code.length : at + end.length;
}

/** A quotation mark without a second one quotes nothing. */
function offsetAfterQuoted(code: string, quote: string, from: number): number {
  for (let at = from; at < code.length; at += 1) {
    const next = code.charAt(at);
    if (next === quote) return at + 1;
    if (next === '\\') at += 1;
    else if (next === '\n' && quote !== '`') break;
  }
  return from;
}
