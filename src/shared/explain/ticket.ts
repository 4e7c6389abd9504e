import { maskSecretsOfUrl } from '../secrets/mask-secret-headers';
import type { Exchange } from '../http/exchange';
import type { Problem } from '../problem';
import { withoutBidiControls } from '../text/bidi-controls';
import { operationModule } from '../operations/registry';
import { describeDetails, requestIdOf } from './resolve-detail';

export type TicketFormat = 'text' | 'markdown';

/** Parts of a ticket that can be left out; the request, its time and its result are always included. */
export const TICKET_PARTS = ['profile', 'meaning', 'findings'] as const;
export type TicketPart = (typeof TICKET_PARTS)[number];

export type TicketLine = readonly [name: string, value: string];

export interface TicketSummary {
  readonly state: string;
  readonly words: string;
}

export interface TicketOptions {
  readonly format: TicketFormat;
  readonly leftOut?: ReadonlySet<TicketPart>;
  /** About the resource: its state, which the ticket begins with, and more in one line, such as "4 cart lines". */
  readonly summary?: TicketSummary | null;
  /** The time of the request by the service's clock, if this computer's differs. */
  readonly serviceTime?: Date | null;
  /** Data about people, which the caller passes only if somebody chose to include it. */
  readonly personal?: readonly TicketLine[];
}

/**
 * What a colleague needs to take over a case, as one block of text: what was requested where and when, what came
 * back, and what it means. It contains nothing secret: the token is masked before an Exchange exists, and the body of
 * a success is never included, because it is about people.
 */
export function formatTicket(
  exchange: Exchange,
  problem: Problem | null,
  { format, leftOut = new Set(), summary = null, serviceTime = null, personal = [] }: TicketOptions,
): string {
  const has = (part: TicketPart): boolean => !leftOut.has(part);
  const lines: TicketLine[] = [
    ...(summary === null
      ? []
      : [['Summary', problem ? `${summary.state} · ${summary.words}` : summary.words] as const]),
    ['Request', `${exchange.request.method} ${maskSecretsOfUrl(exchange.request.url)}`],
    ['Time', exchange.startedAt],
    ...(serviceTime === null
      ? []
      : [['At the service', `${serviceTime.toISOString()}, by its clock`] as const]),
  ];
  if (has('profile'))
    lines.push(
      ['Profile', `${exchange.profile.name} (${exchange.profile.environment})`],
      ['Merchant account', exchange.profile.merchantAccountId ?? 'none set (the service’s default)'],
    );
  lines.push(['Answer', describeAnswer(exchange)]);
  const requestId = requestIdOf(exchange);
  if (requestId) lines.push([requestId.name, requestId.value]);
  lines.push(...personal);
  const said: TicketLine[] = [];
  if (problem && has('meaning')) said.push(['Meaning', problem.meaning], ['Next step', problem.nextStep]);
  for (const words of has('findings') ? describeDetails(exchange) : []) said.push(['Detail', words]);
  for (const finding of has('findings') ? exchange.findings.slice(0, MAX_FINDINGS) : []) {
    said.push(['Finding', `${finding.severity} ${finding.pointer || '(whole body)'}: ${finding.message}`]);
  }
  lines.push(
    ...said.map(([name, words]): TicketLine => [name, personal.length > 0 ? words : withoutEmails(words)]),
  );
  const title = problem?.title ?? titleOf(exchange, summary);
  return format === 'markdown' ? formatMarkdown(title, lines) : formatText(title, lines);
}

const MAX_FINDINGS = 10;

/** The service's own words may repeat personal data. */
function withoutEmails(words: string): string {
  return words.replace(
    /[^\s@<>"'(),;:=]{1,64}@[^\s@<>"'(),;:=]{1,255}\.\p{L}{2,}/gu,
    '(an email address, left out)',
  );
}

function titleOf({ operation, response }: Exchange, summary: TicketSummary | null): string {
  const { name } = operationModule(operation);
  if (summary !== null) return withoutBidiControls(`${name}: ${summary.state}`);
  return response === null
    ? name
    : `${name}: answered with ${`${response.status} ${response.statusText}`.trim()}`;
}

function describeAnswer(exchange: Exchange): string {
  const { response, outcome, timings } = exchange;
  const time = `${Math.round(timings.totalMs)} ms`;
  if (!response) return `none (${outcome.kind === 'failed' ? outcome.failure : outcome.kind}), after ${time}`;
  return `${`${response.status} ${response.statusText}`.trim()}, ${time}`;
}

function formatText(title: string, lines: readonly TicketLine[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 1;
  return [title, ...lines.map(([name, value]) => `${`${name}:`.padEnd(width)} ${oneLine(value)}`)].join('\n');
}

function formatMarkdown(title: string, lines: readonly TicketLine[]): string {
  // A value may contain Markdown, or something that looks like it, so it is written as code.
  const code = (value: string): string => {
    // Without anything in it, code is two backticks.
    if (oneLine(value).trim() === '') return '(empty)';
    const runs = value.match(/`+/g)?.map((run) => run.length) ?? [];
    const fence = '`'.repeat(Math.max(0, ...runs) + 1);
    const pad = runs.length > 0 ? ' ' : '';
    return `${fence}${pad}${oneLine(value)}${pad}${fence}`;
  };
  return [
    `**${escaped(oneLine(title))}**`,
    '',
    ...lines.map(([name, value]) => `- **${name}:** ${code(value)}`),
  ].join('\n');
}

/** Words of the service stay words: no link, no picture and no end of the bold text. */
function escaped(text: string): string {
  return text.replace(/[\\`*_~[\]<>&]/g, '\\$&');
}

function oneLine(value: string): string {
  return withoutBidiControls(value).replace(/\s+/g, ' ');
}
