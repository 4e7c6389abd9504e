// Built by ../public-documents.mjs and run in a separate process for each document: does everything that the app does
// with it. Arguments: the document, the address of the sandbox that serves it, its token. Prints one line of JSON.
import { readFileSync } from 'node:fs';
import { findParameters } from '@openapi/find-parameters';
import { findingsOf, sampleOf } from '@openapi/make-examples';
import { OpenDocument } from '@openapi/open-document';
import { member, objectAt, resolved, valueAt } from '@openapi/raw-document';
import { findOperations } from '@openapi/read-content';
import { readDocument } from '@openapi/read-document';
import { SchemaChecker } from '@openapi/schema-checker';
import { withoutExamples } from '@openapi/without-examples';

const [file, baseUrl, token] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const times = {};
const timed = async (name, work) => {
  const began = performance.now();
  const value = await work();
  times[name] = Math.round(performance.now() - began);
  return value;
};

const reading = await timed('read', () => readDocument(text));
if (reading.kind === 'refused') {
  console.log(JSON.stringify({ refused: reading.why }));
  process.exit();
}
const { content, raw } = reading;
const document = new OpenDocument('x', raw);
const checker = new SchemaChecker(raw);
const { operations } = findOperations(raw);
const found = { problems: content.problemCount, operations: operations.length, forms: 0, withProblems: [] };
await timed('forms', () => {
  for (const { id } of operations) {
    const details = document.operation(id);
    if (details !== null) found.forms += 1;
    if (details === null || details.problems.length > 0) found.withProblems.push(id);
  }
});

const bodies = new Map();
const examples = { bodies: 0, made: 0, valid: 0, broken: [] };
await timed('examples', () => {
  for (const { id } of operations) {
    const [first] = document.operation(id)?.body?.contents ?? [];
    if (first === undefined) continue;
    examples.bodies += 1;
    const [example] = document.examples(id, first.mediaType) ?? [];
    if (example === undefined) continue;
    examples.made += 1;
    bodies.set(id, example);
    const { check } = example;
    if (check.kind === 'checked' && findingsOf(check) === 0) examples.valid += 1;
    else
      examples.broken.push(
        `${id} (${example.origin}): ${check.kind === 'checked' ? `${check.findings[0].pointer} ${check.findings[0].message}` : `${check.why} ${check.detail ?? ''}`}`,
      );
  }
});

const answers = { sent: 0, good: 0, clean: 0, refused: [], found: [] };
await timed('sent', async () => {
  for (const operation of operations) {
    const { url, init } = requestOf(operation);
    const response = await fetch(baseUrl + url, init);
    const body = await response.text();
    answers.sent += 1;
    const line = `${operation.method} ${operation.path}`;
    if (response.ok || response.status < 400) answers.good += 1;
    else
      answers.refused.push(
        `${line}: ${response.status} ${response.headers.get('x-sandbox-reason') ?? body.slice(0, 300)}`,
      );
    const part = {
      kind: 'response',
      status: response.status,
      contentType: response.headers.get('content-type'),
    };
    const check = body === '' ? null : document.check(operation.id, part, body);
    const first = check?.kind === 'checked' ? check.findings[0] : null;
    const unusable = check?.kind === 'not-checked' && check.why === 'schema-unusable' ? check.detail : null;
    if (!first && !unusable) answers.clean += 1;
    else
      answers.found.push(
        `${line} ${response.status}: ${first ? `${first.pointer} ${first.message}` : unusable}`,
      );
  }
});
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
const { title, version, openapi } = content;
console.log(
  JSON.stringify({
    title,
    version,
    openapi,
    bytes: text.length,
    ...found,
    examples,
    answers,
    times,
    megabytes,
  }),
);

/** The request with every required parameter, and with the body's example. */
function requestOf(operation) {
  let url = operation.path;
  const query = new URLSearchParams();
  const headers = { authorization: `Bearer ${token}` };
  for (const parameter of findParameters(raw, operation)) {
    if (!parameter.required) continue;
    const value = valueOf(operation, parameter);
    const written =
      typeof value === 'object'
        ? Array.isArray(value)
          ? value.join(',')
          : JSON.stringify(value)
        : String(value);
    if (parameter.place === 'path')
      url = url.replace(`{${parameter.name}}`, encodeURIComponent(written === '' ? 'x' : written));
    else if (parameter.place === 'query') query.set(parameter.name, written);
    else headers[parameter.name.toLowerCase()] = written.replace(/[^\x20-\x7e]/g, '?');
  }
  // A path parameter that the document does not describe.
  url = url.replace(/\{[^}]*\}/g, 'x');
  const body = ['GET', 'HEAD'].includes(operation.method) ? undefined : bodies.get(operation.id);
  if (body !== undefined) headers['content-type'] = body.mediaType;
  return {
    url: query.size > 0 ? `${url}?${query}` : url,
    init: {
      method: operation.method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: body.text }),
    },
  };
}

/**
 * The parameter's own example, its default, or a value made from its schema: the first of these that fits the schema.
 */
function valueOf(operation, { name, place, schema }) {
  const written = [
    ...(member(operation.pathItem, 'parameters') ?? []),
    ...(member(operation.raw, 'parameters') ?? []),
  ]
    .map((each) => resolved(raw, each))
    .find((each) => member(each, 'name') === name && member(each, 'in') === place);
  const named = Object.values(objectAt(written, 'examples')).map((each) =>
    member(resolved(raw, each), 'value'),
  );
  const own = [member(written, 'example'), ...named].find((each) => each !== undefined && each !== null);
  if (schema === null) return own ?? 'x';
  const made = [raw, withoutExamples(raw)].flatMap((source) =>
    [false, true].flatMap((byPatterns) => sampleOf(source, schema, 'request', { byPatterns })),
  );
  const values = [own, member(valueAt(raw, schema), 'default'), ...made].filter((each) => each !== undefined);
  return (
    values.find((value) => findingsOf(checker.check(schema, value, 'request')) === 0) ?? values[0] ?? 'x'
  );
}
