import { expect, it } from 'vitest';
import { importCurl } from '@renderer/tools/import/curl';
import { importFetch } from '@renderer/tools/import/fetch';
import { processorMs } from '../testing/processor-ms.fixture';
import { escapeImported } from './escape-imported';
import type { Imported } from './imported-request';

/** A form as browsers write it in a HAR file, in a command and in a call: without the content of its file. */
const FORM = [
  '------WebKitFormBoundaryAbc',
  'Content-Disposition: form-data; name="purpose"',
  '',
  '',
  '------WebKitFormBoundaryAbc',
  'Content-Disposition: form-data; name="file"; filename="scan 1.png"',
  'Content-Type: image/png',
  '',
  '',
  '------WebKitFormBoundaryAbc--',
  '',
].join('\r\n');
const TYPE = 'multipart/form-data; boundary=----WebKitFormBoundaryAbc';
const OPEN = FORM.replace('image/png\r\n\r\n', 'image/png\r\n\r\n${scan_1.png}');

function withBody(body: string, type = TYPE): Imported {
  return {
    request: { method: 'POST', url: 'https://a.example', headers: [['content-type', type]], body },
    notes: [],
  };
}

it('has a variable in place of a file whose content browsers leave out', () => {
  const json = JSON.stringify(FORM);
  const curl = importCurl(
    `curl https://a.example -H 'content-type: ${TYPE}' --data-raw $${json.replace(/^"|"$/g, "'")}`,
  );
  const call = importFetch(
    `fetch("https://a.example", {method: "POST", headers: {"content-type": "${TYPE}"}, body: ${json}})`,
  );
  for (const imported of [
    withBody(FORM),
    ...[curl, call].map((each) => (each.ok ? each.value : withBody(''))),
  ]) {
    const { request, notes } = escapeImported(imported);
    expect(request.body).toBe(OPEN);
    expect(notes).toEqual([
      'What was imported does not hold the file scan 1.png: ${scan_1.png} stands for its text, and nothing is sent until it is replaced or has a value.',
    ]);
  }
});

it('leaves every other body as it is', () => {
  for (const body of [
    '',
    FORM.replace('\r\n\r\n\r\n------WebKitFormBoundaryAbc--', '\r\n\r\nx\r\n------WebKitFormBoundaryAbc--'),
  ])
    expect(escapeImported(withBody(body)).request.body).toBe(body);
  expect(escapeImported(withBody(FORM, 'text/plain')).request.body).toBe(FORM);
});

it.each([
  ['parts', FORM.repeat(20_000)],
  ['names without an end', 'filename="a'.repeat(50_000)],
  ['headers without an end', `filename="a"\r\n${'a: b\r\n'.repeat(300_000)}`.repeat(2)],
])('takes time in proportion to the number of %s', (_what, body) => {
  expect(processorMs(() => escapeImported(withBody(body)))).toBeLessThan(2_000);
});
