const PROMPT =
  /^\s*(?:\[?[\w.-]+@[\w.-]+[^\n$#%>❯]{0,200}[$#%>❯]\s*|[$#%>❯➜]\s+|PS [^\n>]{0,300}>\s*|[A-Za-z]:\\[^\n>]{0,300}>\s*)(?=(?:(?:sudo|time|[A-Za-z_]\w*=\S*)\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s)/;

/** The prompt of a line that goes on: of bash, PowerShell, and zsh, which names what is open. */
const CONTINUATION = /^(?:>{1,2}|(?:[a-z]{1,20} ){0,5}[bd]?quote>)(?: |(?=\r?$))/;

/**
 * Removes the prompts before the text is split: `#` would start a comment, and `>` would redirect the output to a file.
 * Only a text that begins with one has others.
 */
export function withoutPrompt(text: string): string {
  const command = text.replace(PROMPT, '');
  if (command === text) return text;
  const [first = '', ...others] = command.split('\n');
  const end = others.findIndex((line) => !CONTINUATION.test(line));
  const continued = end === -1 ? others.length : end;
  return [
    first,
    ...others.slice(0, continued).map((line) => line.replace(CONTINUATION, '')),
    ...others.slice(continued),
  ].join('\n');
}

/** Where curl is in the words of a command; -1 if it is another command. */
export function curlIn(words: readonly string[]): number {
  const at = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  return words.slice(0, at).every(isBeforeCommand) ? at : -1;
}

/** True for words that may precede the command: a prompt, `sudo`, `time` or an assignment. */
function isBeforeCommand(word: string): boolean {
  return /^(?:[$%#>&]|sudo|time|command|PS|[A-Za-z]:\\.*>|[A-Za-z_]\w*=.*)$/.test(word);
}
