import { randomUUID } from 'node:crypto';
import type { BuyerItem, BuyersQuery, LoadOutcome, LoadState } from '@shared/bridge/buyers';
import { unpackItems } from '@shared/bridge/packed-items';
import type { Exchange } from '@shared/http/exchange';
import { fieldOf } from '@shared/json/unknown-fields';
import { countOf } from '@shared/text/count-of';
import { clockTime } from '@shared/text/format-time';
import { csvRecord } from '@shared/text/csv';
import { inflate } from '@main/buyers/compression';
import { EXIT, type ExitCode } from '../exit-codes';
import { alignedLines, type Row } from '../output';
import { sayProblem, shellWord } from '../say';
import type { CommandContext, Run } from './command';
import { writeBody } from './write-body';
import { ended, showRequest } from './write-exchange';

const COLUMNS = ['id', 'display_name', 'external_identifier', 'created_at', 'updated_at'] as const;

/** One page of GET /buyers. As JSON it is the answer's body. */
export function page(query: BuyersQuery): Run {
  return async (context) => {
    const { app, format, output, say } = context;
    const answer = await app.ask('listBuyers', { query, callId: randomUUID() });
    await showRequest(answer.exchange, context);
    if (answer.page === null) return noPage(answer.exchange, context);
    const { items, nextCursor } = answer.page;
    if (format === 'json') await writeBody(answer.exchange, context);
    else if (format === 'text')
      for (const line of alignedLines(COLUMNS, items.map(rowOf))) await output.line(line);
    else await writeItems(items, context, true);
    say(nextCursor === null ? 'This is the last page.' : `The next page: --cursor ${shellWord(nextCursor)}`);
    return EXIT.done;
  };
}

/** Every page, written as it arrives, as lines of JSON or as CSV; of the last page, only as many rows as are wanted. */
export function all(query: BuyersQuery, most: number): Run {
  return async (context) => {
    const { app, format, output, say } = context;
    if (format === 'json' || format === 'text') {
      say('With --all the format is ndjson or csv: the rows are written as they come.');
      return EXIT.usage;
    }
    let writing = Promise.resolve();
    let isFirst = true;
    let saidLast = '';
    let left = most;
    app.events.on('buyersLoad', ({ items: packed, state }) => {
      const items = unpackItems(packed, inflate).slice(0, left);
      left -= items.length;
      const withHead = isFirst;
      isFirst = false;
      writing = writing.then(() => writeItems(items, context, withHead));
      // If the reader has gone away, or the disk is full, nothing more is requested. The reason is reported at the end.
      writing.then(
        () => output.isGone && app.cancel(),
        () => app.cancel(),
      );
      const counted = `${countOf(Math.min(state.rows, most), 'buyer')} in ${countOf(state.pages, 'page')}`;
      const words =
        state.wait === null
          ? counted
          : `${counted}. ${state.wait.reason}: continuing at ${clockTime(new Date(state.wait.until), 'UTC')} UTC`;
      if ((state.pages > 0 || state.wait !== null) && words !== saidLast) say(words);
      saidLast = words;
    });
    const outcome = await app.ask('loadBuyers', { query, cap: most, callId: randomUUID() });
    await writing;
    return endOf(outcome, most, context);
  };
}

function endOf({ end, state }: LoadOutcome, most: number, context: CommandContext): ExitCode {
  const { say } = context;
  switch (end.kind) {
    case 'complete':
      if (state.rows > most) return stopped(state, most, say);
      if (end.oddCursor !== undefined)
        say(
          `The last page gives ${end.oddCursor} as its next cursor, which leads nowhere: there may be more buyers.`,
        );
      return EXIT.done;
    case 'cap':
      return stopped(state, most, say);
    case 'cancelled':
      if (context.output.isGone) return EXIT.done;
      say(['Cancelled.', ...goingOn(state)].join(' '));
      return EXIT.interrupted;
    case 'failed': {
      const code = noPage(end.exchange, context);
      goingOn(state).forEach(say);
      return code;
    }
    case 'refused':
      sayProblem(say, end.problem);
      goingOn(state).forEach(say);
      return EXIT.refused;
    case 'cursor-loop':
    case 'rows-loop':
    case 'empty-pages':
      say('The service is looping: the pages it names bring nothing new.');
      return EXIT.refused;
  }
}

/** No cursor is given for a page that was cut: it would lead to the next page and leave out the rest of this one. */
function stopped(state: LoadState, most: number, say: CommandContext['say']): ExitCode {
  const going = state.rows > most ? [] : goingOn(state);
  say(
    [`Stopped after ${countOf(Math.min(state.rows, most), 'buyer')}: --most takes more.`, ...going].join(' '),
  );
  return EXIT.done;
}

/** How to get the rest of a load that did not reach its end. */
function goingOn({ nextCursor }: LoadState): readonly string[] {
  return nextCursor === null ? [] : [`Continue with --cursor ${shellWord(nextCursor)}`];
}

function noPage(exchange: Exchange, context: CommandContext): ExitCode {
  const code = ended(exchange, context);
  if (code !== EXIT.done) return code;
  context.say('The answer is not a page of buyers.');
  return EXIT.refused;
}

/** Items as the service wrote them, each on one line: line feeds in JSON occur only between tokens. */
async function writeItems(
  items: readonly BuyerItem[],
  { format, output }: CommandContext,
  withHead: boolean,
): Promise<void> {
  if (format === 'csv' && withHead) await output.write(csvRecord(COLUMNS));
  for (const item of items) {
    if (format === 'csv') {
      const row = rowOf(item);
      await output.write(csvRecord(COLUMNS.map((column) => row[column])));
    } else await output.line(item.text.replace(/\s*[\r\n]\s*/g, ''));
  }
}

function rowOf({ text }: BuyerItem): Row {
  const item: unknown = JSON.parse(text);
  const field = (name: string): string | null => {
    const value = fieldOf(item, name);
    if (value === null || value === undefined) return null;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(COLUMNS.map((column) => [column, field(column)]));
}
