import type { AnswerDetails } from '../documents/operation-details';
import { plainText, readMarkdown, wordsOfBlock, wordsOfLine, type Block } from '../markdown/read-markdown';

/**
 * What a document says about a code: beside its values, or in a table or list in a description. Null if it says
 * nothing.
 */
export function describeCode(code: string, answer: AnswerDetails): string | null {
  const beside = answer.codeMeanings.find((one) => one.code === code);
  if (beside !== undefined) return plainText(beside.meaning);
  for (const text of [answer.codeDescription, answer.description]) {
    const found = text === null ? null : findInBlocks(code, readMarkdown(text));
    if (found !== null) return found;
  }
  return null;
}

function findInBlocks(code: string, blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    let found: string | null = null;
    if (block.kind === 'table')
      found = findInRows(
        code,
        block.rows.map((row) => row.map(wordsOfLine)),
      );
    if (block.kind === 'quote') found = findInBlocks(code, block.blocks);
    if (block.kind === 'list')
      found = findInLines(
        code,
        block.items.map((item) => item.map(wordsOfBlock).join(' ')),
      );
    if (found !== null) return found;
  }
  return null;
}

/** The other cells, in order, of a row in which one cell is the code. */
function findInRows(code: string, rows: readonly (readonly string[])[]): string | null {
  const row = rows.find((cells) => cells.some((cell) => cell.trim() === code));
  const others = row?.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== code) ?? [];
  return others.length === 0 ? null : others.join(', ');
}

/** `code: what it means`, with any separator between the two. */
function findInLines(code: string, lines: readonly string[]): string | null {
  for (const line of lines) {
    const rest = line.trim().startsWith(code) ? line.trim().slice(code.length) : '';
    const meaning = /^\s*(?::|=|-|–|—)\s*(.+)$/s.exec(rest)?.[1];
    if (meaning !== undefined) return meaning.trim();
  }
  return null;
}
