import { runInNewContext } from 'node:vm';
import type { HeaderList } from '@shared/http/exchange';

export interface SentByK6 {
  readonly group: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly headers: HeaderList;
  readonly params: { readonly redirects: number; readonly timeout: string };
}

export interface K6Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timings: { readonly duration: number };
}

/** Runs a script with a fake `k6/http` that records what it is asked to send. */
export function runK6(
  text: string,
  environment: Readonly<Record<string, string>>,
  answer: K6Answer = { status: 200, headers: {}, body: '', timings: { duration: 1 } },
): { readonly sent: readonly SentByK6[]; readonly checks: Readonly<Record<string, boolean>> } {
  const sent: SentByK6[] = [];
  const checks: Record<string, boolean> = {};
  let inside = '';
  const http = {
    request: (
      method: string,
      url: string,
      body: string | null,
      { headers, ...params }: SentByK6['params'] & { readonly headers: Record<string, string> },
    ): K6Answer => {
      sent.push({
        group: inside,
        method,
        url,
        body,
        headers: Object.entries(headers),
        params: { ...params },
      });
      return answer;
    },
  };
  const group = (name: string, act: () => void): void => {
    if (name.includes('::')) throw new Error('k6 refuses such a name');
    inside = name;
    act();
  };
  const check = (given: K6Answer, tests: Readonly<Record<string, (it: K6Answer) => boolean>>): void => {
    for (const [name, test] of Object.entries(tests)) {
      if (name.includes('::')) throw new Error('k6 refuses such a name');
      checks[name] = test(given);
    }
  };
  const script = text
    .replace("import http from 'k6/http';\n", '')
    .replace("import { check, group } from 'k6';\n", '')
    .replace('export const options', 'const options')
    .replace('export default function ()', 'main = function ()');
  runInNewContext(`let main;\n${script}\nmain();`, { http, group, check, __ENV: environment });
  return { sent, checks };
}
