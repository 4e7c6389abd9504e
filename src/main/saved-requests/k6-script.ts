import { randomUUID } from 'node:crypto';
import { serviceCallHeaders } from '@shared/http/wire-headers';
import { sameHeaderName } from '@shared/http/http-fields';
import { ProblemError } from '@shared/problem';
import { pathOfRequest } from '@shared/operations/registry';
import type { Profile } from '@shared/profiles/profile';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import {
  fillRequest,
  isDynamicValue,
  variableNames,
  variableValues,
  writeVariables,
} from '@shared/requests/variables';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { environmentNameOf, TOKEN_VARIABLE } from '@shared/secrets/environment-names';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import {
  isSandboxDestination,
  parseDestination,
  withSandbox,
} from '@shared/vault-forward/sandbox-destination';
import { operationModule } from '../operations/registry';
import { fillComposed } from '../sending/fill-order';
import { refuseMasked } from '../sending/refuse-masked';
import { noSandboxProblem } from '../sending/sending-problems';
import { baseUrlOf } from '../sending/service-request';
import { checksOf, CHECK_FUNCTIONS } from './k6-checks';
import { namesKeptBy } from './run-saved-requests';
import { Markers } from './script-text';

export interface K6Script {
  readonly text: string;
  readonly written: number;
  /** Sentences about requests and expectations that are not in the script. */
  readonly notes: readonly string[];
}

/**
 * Saved requests as a script for k6, a load testing tool. It contains no value of a secret header: the token and these
 * values come from the environment. Throws a `ProblemError` for a production profile.
 * @param sandbox the base URL for `{sandbox}`; null while the Local sandbox is not running.
 */
export function k6Script(
  requests: readonly SavedRequest[],
  profile: Profile,
  title: string,
  sandbox: string | null,
): K6Script {
  if (profile.environment === 'production') throw onProduction(profile.name);
  baseUrlOf(profile);
  const markers = new Markers(`k6v${randomUUID().replace(/-/g, '')}`);
  const secrets = new SecretVariables();
  const notes: string[] = [];
  const groups: string[] = [];
  const kept = new Set<string>();
  const lost = new Set<string>();
  for (const request of requests) {
    try {
      const lacking = variableNames(request.request).filter((name) => lost.has(name));
      if (lacking.length > 0) throw notGiven(lacking);
      const group = groupOf(request, { profile, markers, secrets, sandbox, kept });
      groups.push(group.text);
      for (const name of group.kept) kept.add(name);
      notes.push(...group.notes.map((note) => `${request.name}: ${note}`));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notes.push(`${request.name} is left out: ${error.problem.title}. ${error.problem.meaning}`);
    }
    for (const name of namesKeptBy(request)) {
      if (kept.has(name)) lost.delete(name);
      else lost.add(name);
    }
  }
  const given = secrets.names.map((name) => `-e ${name}=…`).join(' ');
  const text = `// ${oneLine(title)}: as ${oneLine(profile.name)}, by Payments API Explorer.
// k6 run ${given} <this file>
import http from 'k6/http';
import { check, group } from 'k6';

export const options = { vus: 1, iterations: 1 };

${secrets.names.map((name) => `const ${name} = fromEnvironment('${name}');`).join('\n')}

export default function () {
  const kept = {};
${groups.join('\n')}
}

function fromEnvironment(name) {
  if (!__ENV[name]) throw new Error(\`Set it first: k6 run -e \${name}=…\`);
  return __ENV[name];
}

/** New values for each request. */
function newValues() {
  const digit = () => Math.floor(Math.random() * 16);
  const now = new Date();
  return {
    uuid: 'xxxxxxxx-xxxx-4xxx-Nxxx-xxxxxxxxxxxx'.replace(/[xN]/g, (it) => (it === 'N' ? 8 + (digit() % 4) : digit()).toString(16)),
    timestamp: String(Math.floor(now.getTime() / 1000)),
    now: now.toISOString(),
    random: String(100000000 + Math.floor(Math.random() * 900000000)),
  };
}
${CHECK_FUNCTIONS}`;
  return { text, written: groups.length, notes };
}

interface ScriptFacts {
  readonly profile: Profile;
  readonly markers: Markers;
  readonly secrets: SecretVariables;
  readonly sandbox: string | null;
  /** Variables that earlier answers have given a value to. */
  readonly kept: ReadonlySet<string>;
}

/** Stand for a value that the script will take from an answer: in a JSON body a number fits in any place. */
const SOME_ID = '00000000-0000-4000-8000-000000000000';
const SOME_NUMBER = '1';

function groupOf(
  saved: SavedRequest,
  { profile, markers, secrets, sandbox, kept }: ScriptFacts,
): { readonly text: string; readonly notes: readonly string[]; readonly kept: readonly string[] } {
  // Refused for the same reasons as a send, in the same words.
  const filledWith = (value: string): RequestSpec => {
    const variables = [...profile.variables, ...[...kept].map((name) => ({ name, value }))];
    return fillComposed(saved.request, { ...profile, variables }, new Map(), Date.now()).request;
  };
  const sent = { ...filledWith(SOME_ID), body: filledWith(SOME_NUMBER).body };
  const problem = operationModule(sent.operation).refuse(sent);
  if (problem !== null) throw new ProblemError(problem);
  refuseMasked(sent);
  const { method } = targetOf(sent);
  if (profile.readOnly && method !== 'GET') throw readOnly(profile.name);

  const known = variableValues(profile.variables);
  const valueOf =
    (written: (expression: string) => string) =>
    (name: string): string | null => {
      if (kept.has(name)) return markers.markerFor(written(`keptValue(kept, '${name}')`));
      return known.get(name) ?? (isDynamicValue(name) ? markers.markerFor(written(`values.${name}`)) : null);
    };
  const request = fillRequest(
    saved.request,
    valueOf((value) => value),
  );
  const asked = fillRequest(
    saved.request,
    valueOf((value) => `encodeURIComponent(${value})`),
  );
  const url = new URL(baseUrlOf(profile) + pathOfRequest(asked)).href;
  const called = request.headers.find((header) => sameHeaderName(header.name, SERVICE_HEADERS.url))?.value;
  const host = parseDestination(called ?? '')?.host ?? '';
  const own = request.headers.map(({ name, value, secret }): readonly [string, string] => {
    if (secret || isSecretHeaderName(name)) {
      return [name, markers.markerFor(secrets.nameFor(name, host))];
    }
    return [name, destination(name, value, sandbox)];
  });
  const all = [
    ...serviceCallHeaders(profile, markers.markerFor(TOKEN_VARIABLE), own),
    ...(own.some(([name]) => sameHeaderName(name, 'accept')) ? [] : [['accept', '*/*'] as const]),
  ];
  const headers = joined(all);
  const checks = checksOf(saved.expectations, markers);
  const literal = (text: string): string => markers.literal(text);
  const name = saved.folder === '' ? saved.name : `${saved.folder} / ${saved.name}`;
  const text = `  group(${literal(name.replace(/:{2,}/g, ':'))}, () => {
    const values = newValues();
    const answer = http.request(${literal(method)}, ${literal(url)}, ${request.body === null ? 'null' : literal(request.body)}, {
      headers: {
${[...headers].map(([header, value]) => `        [${literal(header)}]: ${literal(value)},`).join('\n')}
      },
      redirects: 0,
      timeout: '${profile.timeouts.totalMs}ms',
    });
${checks.lines.length === 0 ? '' : `    check(answer, {\n${checks.lines.map((line) => `      ${line},`).join('\n')}\n    });\n`}${checks.keeps.map((line) => `    ${line}\n`).join('')}  });`;
  const repeated = all.length - headers.size;
  return {
    text,
    kept: checks.kept,
    notes: [
      ...checks.notes,
      ...(repeated > 0 ? ['headers of one name are joined, as k6 has each once'] : []),
    ],
  };
}

/** Joins headers of the same name, because k6 takes one value for a name. */
function joined(headers: readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of headers) {
    const same = [...found.keys()].find((known) => sameHeaderName(known, name)) ?? name;
    const before = found.get(same);
    const between = sameHeaderName(name, 'cookie') ? '; ' : ', ';
    found.set(same, before === undefined ? value : before + between + value);
  }
  return found;
}

function destination(name: string, value: string, sandbox: string | null): string {
  if (!sameHeaderName(name, SERVICE_HEADERS.url) || !isSandboxDestination(value)) return value;
  if (sandbox === null) throw noSandboxProblem();
  return withSandbox(value, sandbox);
}

/** The environment variables for secrets: headers of the same name to the same destination share one. */
class SecretVariables {
  private readonly taken = new Map([[TOKEN_VARIABLE, '']]);

  get names(): readonly string[] {
    return [...this.taken.keys()];
  }

  nameFor(header: string, host: string): string {
    const wanted = environmentNameOf(header);
    const meaning = `${header.toLowerCase()} ${host}`;
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}_${count}`;
      const known = this.taken.get(name);
      if (known === undefined) this.taken.set(name, meaning);
      if (known === undefined || known === meaning) return name;
    }
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** A value of the profile never stands in for one of an answer, as in a run. */
function notGiven(names: readonly string[]): ProblemError {
  return new ProblemError({
    code: 'k6-value-not-given',
    title: `${writeVariables(names)} has no value`,
    meaning:
      'It comes from the answer to a request before it, which the script does not send or cannot take it from.',
    nextStep: 'Look at that request.',
    detail: null,
  });
}

function onProduction(profile: string): ProblemError {
  return new ProblemError({
    code: 'k6-on-production',
    title: 'No load on production',
    meaning: `${profile} is a profile of production: a script for k6 would send each of these requests many times. Nothing was written.`,
    nextStep: 'Choose a sandbox profile, or the Local sandbox, and export again.',
    detail: null,
  });
}

function readOnly(profile: string): ProblemError {
  return new ProblemError({
    code: 'k6-read-only',
    title: `${profile} is read-only`,
    meaning: 'This request may change something.',
    nextStep: 'Choose another profile.',
    detail: null,
  });
}
