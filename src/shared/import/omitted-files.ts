import { headerValue } from '../http/http-fields';
import type { Imported } from './imported-request';
import { NOT_SENT_BEFORE, StandIns } from './stand-ins';

/** A part of a form that is a file without content. Lines are limited, so that a long one is not read for each name in it. */
const EMPTY_FILE =
  /(filename="([^"\r\n]{1,1000})"[^\r\n]{0,1000}\r?\n(?:[\w-]{1,100}:[^\r\n]{0,1000}\r?\n){0,20}\r?\n)(?=\r?\n--)/g;

/** Browsers leave the content of files out of the text of a form, in a HAR file and in what they copy. */
export function withOmittedFiles(imported: Imported): Imported {
  const { request, standIns = [] } = imported;
  const { url, headers, body } = request;
  if (body === null || !/^multipart\//i.test(headerValue(headers, 'content-type') ?? '')) return imported;
  const files = new StandIns([url, body, ...headers.flat()].join('\n'));
  const whole = body.replace(EMPTY_FILE, (_all, head: string, file: string) => {
    const marker = files.put(
      file,
      file,
      (variable) =>
        `What was imported does not hold the file ${file}: ${variable} stands for its text, ${NOT_SENT_BEFORE}`,
    );
    return head + marker;
  });
  return { ...imported, request: { ...request, body: whole }, standIns: [...standIns, ...files.all] };
}
