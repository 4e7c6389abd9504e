import type { Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import { requestIdOf, resolveDetail } from './resolve-detail';
import { readServiceError } from '@shared/http/service-error';

export type TicketFormat = 'text' | 'markdown';

/**
 * What a colleague needs to take a case over, as one block of text: what was asked where and when, what came back, what it
 * means. Nothing secret: the token is masked before an Exchange exists, and no body of a success is in it (it is about
 * people). @param summary a line about the resource, such as "Expired 3 h ago · 4 items"; null for none.
 */
export function formatTicket(
  exchange: Exchange,
  problem: Problem | null,
  summary: string | null,
  format: TicketFormat,
): string {
  const lines: (readonly [string, string])[] = [
    ['Request', `${exchange.request.method} ${exchange.request.url}`],
    ['Time', exchange.startedAt],
    ['Profile', `${exchange.profile.name} (${exchange.profile.environment})`],
    ['Merchant account', exchange.profile.merchantAccountId ?? 'not set'],
    ['Answer', describeAnswer(exchange)],
  ];
  const requestId = requestIdOf(exchange);
  if (requestId) lines.push([requestId.name, requestId.value]);
  if (summary !== null) lines.push(['Summary', summary]);
  if (problem) lines.push(['Meaning', problem.meaning], ['Next step', problem.nextStep]);
  for (const detail of exchange.response ? (readServiceError(exchange.response)?.details ?? []) : []) {
    const sent = resolveDetail(exchange, detail);
    lines.push([
      'Detail',
      `${detail.location} ${detail.pointer}: ${detail.message}${sent === null ? '' : ` (sent: ${sent})`}`,
    ]);
  }
  for (const finding of exchange.findings.slice(0, MAX_FINDINGS)) {
    lines.push(['Finding', `${finding.severity} ${finding.pointer || '(whole body)'}: ${finding.message}`]);
  }
  const title = problem?.title ?? `${exchange.operation} answered`;
  return format === 'markdown' ? formatMarkdown(title, lines) : formatText(title, lines);
}

const MAX_FINDINGS = 10;

function describeAnswer(exchange: Exchange): string {
  const { response, outcome, timings } = exchange;
  const time = `${Math.round(timings.totalMs)} ms`;
  if (!response) return `none (${outcome.kind === 'failed' ? outcome.failure : outcome.kind}), after ${time}`;
  return `${`${response.status} ${response.statusText}`.trim()}, ${time}`;
}

function formatText(title: string, lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 1;
  return [title, ...lines.map(([name, value]) => `${`${name}:`.padEnd(width)} ${oneLine(value)}`)].join('\n');
}

function formatMarkdown(title: string, lines: readonly (readonly [string, string])[]): string {
  // A value may hold Markdown of its own, or what looks like it: it stands as code.
  const code = (value: string): string => {
    const runs = value.match(/`+/g)?.map((run) => run.length) ?? [];
    const fence = '`'.repeat(Math.max(0, ...runs) + 1);
    const pad = runs.length > 0 ? ' ' : '';
    return `${fence}${pad}${oneLine(value)}${pad}${fence}`;
  };
  return [`**${title}**`, '', ...lines.map(([name, value]) => `- **${name}:** ${code(value)}`)].join('\n');
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
