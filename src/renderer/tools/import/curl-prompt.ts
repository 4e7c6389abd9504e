const PROMPT =
  /^\s*(?:\[?[\w.-]+@[\w.-]+[^\n$#%>❯]{0,200}[$#%>❯]\s*|[$#%>❯➜]\s+|PS [^\n>]{0,300}>\s*|[A-Za-z]:\\[^\n>]{0,300}>\s*)(?=(?:(?:sudo|time|[A-Za-z_]\w*=\S*)\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s)/;

/**
 * Removes the prompt before the text is split: `#` would start a comment, and `>` would redirect the output to a file.
 */
export function withoutPrompt(text: string): string {
  return text.replace(PROMPT, '');
}

/** True for words that may precede the command: a prompt, `sudo`, `time` or an assignment. */
export function isBeforeCommand(word: string): boolean {
  return /^(?:[$%#>&]|sudo|time|command|PS|[A-Za-z]:\\.*>|[A-Za-z_]\w*=.*)$/.test(word);
}
