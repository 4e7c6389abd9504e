const PROMPT =
  /^\s*(?:\[?[\w.-]+@[\w.-]+[^\n$#%>❯]{0,200}[$#%>❯]\s*|[$#%>❯➜]\s+|PS [^\n>]{0,300}>\s*|[A-Za-z]:\\[^\n>]{0,300}>\s*)(?=(?:(?:sudo|time|[A-Za-z_]\w*=\S*)\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s)/;

/** Before it is split: `#` would begin a comment, and `>` send what comes out to a file. */
export function withoutPrompt(text: string): string {
  return text.replace(PROMPT, '');
}

/** A prompt, `sudo`, `time` or an assignment may stand before the command. */
export function isBeforeCommand(word: string): boolean {
  return /^(?:[$%#>&]|sudo|time|command|PS|[A-Za-z]:\\.*>|[A-Za-z_]\w*=.*)$/.test(word);
}
