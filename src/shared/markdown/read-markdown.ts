import { parser, Table } from '@lezer/markdown';
import { asHttpsLink, decodeEntity, withoutTags } from './markdown-text';

/** A part of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly parts: readonly Inline[] }
  /** The address is https. */
  | { readonly kind: 'link'; readonly parts: readonly Inline[]; readonly address: string }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly parts: readonly Inline[] }
  /** `start` is null for a list without numbers. */
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  /** The first row is the header. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

/**
 * A longer or more deeply nested text is shown as it was written: the time to parse it grows faster than its length.
 */
export const MAX_MARKDOWN_LENGTH = 5_000;
const MAX_DEPTH = 12;

const markdown = parser.configure([Table]);
type Node = ReturnType<typeof markdown.parse>['topNode'];

/**
 * The simple part of Markdown, without HTML: tags are dropped or become text, and nothing is ever turned into HTML.
 */
export function readMarkdown(text: string): readonly Block[] {
  const written = text.replace(/\r\n?/g, '\n').trim();
  if (written === '') return [];
  if (written.length > MAX_MARKDOWN_LENGTH) return [asWritten(written)];
  return new MarkdownReader(written).blocks(markdown.parse(written).topNode, 0);
}

/** Only the words, on one line. */
export function plainText(text: string): string {
  return readMarkdown(text).map(wordsOfBlock).join(' ').replace(/\s+/g, ' ').trim();
}

/** The words of its paragraphs, on one line: tables and lists are not sentences. */
export function plainParagraphs(text: string): string {
  const blocks = readMarkdown(text).filter(({ kind }) => kind === 'paragraph' || kind === 'quote');
  return blocks.map(wordsOfBlock).join(' ').replace(/\s+/g, ' ').trim();
}

class MarkdownReader {
  constructor(private readonly text: string) {}

  blocks(node: Node, depth: number): readonly Block[] {
    return childrenOf(node).flatMap((child) => this.block(child, depth));
  }

  private block(node: Node, depth: number): readonly Block[] {
    if (depth > MAX_DEPTH) return [asWritten(this.slice(node))];
    const { name } = node;
    if (name === 'Paragraph') return paragraph('paragraph', this.inline(node, depth));
    if (/Heading\d$/.test(name)) return paragraph('heading', this.inline(node, depth));
    if (name === 'HTMLBlock') return this.htmlBlock(node);
    if (name === 'Blockquote') return [{ kind: 'quote', blocks: this.blocks(node, depth + 1) }];
    if (name === 'FencedCode' || name === 'CodeBlock') {
      const lines = childrenOf(node).filter((child) => child.name === 'CodeText');
      return [
        {
          kind: 'code',
          text: lines
            .map((line) => this.slice(line))
            .join('')
            .replace(/\n$/, ''),
        },
      ];
    }
    if (name === 'BulletList' || name === 'OrderedList') return [this.list(node, depth)];
    if (name === 'Table') return [this.table(node, depth)];
    return [];
  }

  private list(node: Node, depth: number): Block {
    const items = childrenOf(node).filter((child) => child.name === 'ListItem');
    const mark = items[0]?.getChild('ListMark') ?? null;
    const start = node.name === 'OrderedList' && mark !== null ? parseInt(this.slice(mark), 10) : null;
    return { kind: 'list', start, items: items.map((item) => this.blocks(item, depth + 1)) };
  }

  private table(node: Node, depth: number): Block {
    const rows = childrenOf(node).filter(({ name }) => name === 'TableHeader' || name === 'TableRow');
    return {
      kind: 'table',
      rows: rows.map((row) => row.getChildren('TableCell').map((cell) => this.inline(cell, depth))),
    };
  }

  /** Documents do contain HTML: its words stay, without the tags. */
  private htmlBlock(node: Node): readonly Block[] {
    return withoutTags(this.slice(node))
      .split(/\n{2,}/)
      .flatMap((words) => paragraph('paragraph', [{ kind: 'text', text: softened(words) }]));
  }

  private inline(node: Node, depth: number): readonly Inline[] {
    const parts: Inline[] = [];
    let at = node.from;
    const takeText = (end: number): void => {
      const text = softened(this.text.slice(at, end));
      if (text !== '') parts.push({ kind: 'text', text });
    };
    for (const child of childrenOf(node)) {
      takeText(child.from);
      parts.push(...this.part(child, depth));
      at = child.to;
    }
    takeText(node.to);
    return trimmed(parts);
  }

  private part(node: Node, depth: number): readonly Inline[] {
    const written = this.slice(node);
    switch (node.name) {
      case 'StrongEmphasis':
      case 'Emphasis': {
        if (depth > MAX_DEPTH) return [{ kind: 'text', text: written }];
        const kind = node.name === 'Emphasis' ? 'emphasis' : 'strong';
        return [{ kind, parts: this.inline(node, depth + 1) }];
      }
      case 'InlineCode': {
        const [open, close] = node.getChildren('CodeMark');
        return [{ kind: 'code', text: this.text.slice(open?.to, close?.from).replace(/\n/g, ' ') }];
      }
      case 'Link':
      case 'Image':
      case 'Autolink':
        return this.link(node, depth);
      case 'Escape':
        return [{ kind: 'text', text: written.slice(1) }];
      case 'Entity':
        return [{ kind: 'text', text: decodeEntity(written) }];
      case 'HardBreak':
        return [{ kind: 'break' }];
      case 'HTMLTag':
        if (/^<br\b/i.test(written)) return [{ kind: 'break' }];
        return withoutTags(written) === '' ? [] : [{ kind: 'text', text: written }];
      case 'Comment':
      case 'ProcessingInstruction':
        return [{ kind: 'text', text: written }];
      default:
        // Marks around words, which are not words themselves.
        return [];
    }
  }

  /**
   * Words with an address: a link if it is https, otherwise the address follows them as text. Without an address they
   * are plain text.
   */
  private link(node: Node, depth: number): readonly Inline[] {
    const url = node.getChild('URL');
    if (url === null || depth > MAX_DEPTH) return [{ kind: 'text', text: softened(this.slice(node)) }];
    const address = this.slice(url).replace(/^<|>$/g, '');
    const [open, close] = node.getChildren('LinkMark');
    const isBare = node.name === 'Autolink';
    const words: readonly Inline[] = isBare
      ? [{ kind: 'text', text: address }]
      : this.between(node, open?.to ?? node.from, close?.from ?? node.to, depth + 1);
    const https = asHttpsLink(address);
    if (https !== null) return [{ kind: 'link', parts: words, address: https }];
    return isBare ? words : [...words, { kind: 'text', text: ` (${address})` }];
  }

  /** The words of a link, without its address. */
  private between(node: Node, from: number, to: number, depth: number): readonly Inline[] {
    const parts: Inline[] = [];
    let at = from;
    for (const child of childrenOf(node)) {
      if (child.from < from || child.to > to) continue;
      parts.push({ kind: 'text', text: softened(this.text.slice(at, child.from)) });
      parts.push(...this.part(child, depth));
      at = child.to;
    }
    parts.push({ kind: 'text', text: softened(this.text.slice(at, to)) });
    return parts.filter((part) => part.kind !== 'text' || part.text !== '');
  }

  private slice({ from, to }: Node): string {
    return this.text.slice(from, to);
  }
}

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function paragraph(kind: 'paragraph' | 'heading', parts: readonly Inline[]): readonly Block[] {
  return parts.length === 0 ? [] : [{ kind, parts }];
}

function asWritten(text: string): Block {
  return { kind: 'paragraph', parts: [{ kind: 'text', text: softened(text) }] };
}

/** Documents break their lines wherever their editor did. */
function softened(text: string): string {
  return text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ');
}

/** Joins texts that were only separated by markup, and trims both ends, where a heading's marks leave white space. */
function trimmed(parts: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (part.kind !== 'text' || before?.kind !== 'text') joined.push(part);
    else joined[joined.length - 1] = { kind: 'text', text: before.text + part.text };
  }
  const last = joined.length - 1;
  return joined
    .map((part, at) => {
      if (part.kind !== 'text') return part;
      const text = part.text.replace(/ {2,}/g, ' ');
      const begun = at === 0 ? text.trimStart() : text;
      return { ...part, text: at === last ? begun.trimEnd() : begun };
    })
    .filter((part) => part.kind !== 'text' || part.text !== '');
}

export function wordsOfLine(parts: readonly Inline[]): string {
  return parts.map(wordsOf).join('');
}

function wordsOf(part: Inline): string {
  if (part.kind === 'break') return ' ';
  return 'parts' in part ? part.parts.map(wordsOf).join('') : part.text;
}

export function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.parts.map(wordsOf).join('');
    case 'code':
      return block.text;
    case 'quote':
      return block.blocks.map(wordsOfBlock).join(' ');
    case 'list':
      return block.items.map((item) => item.map(wordsOfBlock).join(' ')).join(' ');
    case 'table':
      return block.rows.map((row) => row.map((cell) => cell.map(wordsOf).join('')).join(' ')).join(' ');
  }
}
