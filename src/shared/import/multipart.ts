/** A part of a multipart form that is text. */
export interface TextPart {
  readonly name: string;
  readonly value: string;
  /** Its own content type; null for none. */
  readonly type: string | null;
  /** Written for a part that is sent as a file; null for none. */
  readonly fileName?: string | null;
}

export interface MultipartText {
  readonly body: string;
  /** With the boundary. */
  readonly contentType: string;
}

const BOUNDARY = '----multipart-boundary';

/**
 * A multipart form (RFC 7578) as one text. The same parts give the same text each time.
 * @param given the content type that a header says already: its boundary counts, and one without gets it.
 */
export function multipartText(parts: readonly TextPart[], given: string | null = null): MultipartText {
  const known = given === null ? null : boundaryOf(given);
  const boundary = known ?? boundaryFor(parts);
  const pieces = parts.map(({ name, value, type, fileName = null }) => {
    const file = fileName === null ? '' : `; filename="${escapeName(fileName)}"`;
    const typed = type === null ? '' : `Content-Type: ${type}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${file}\r\n${typed}\r\n${value}\r\n`;
  });
  return {
    body: `${pieces.join('')}--${boundary}--\r\n`,
    contentType: known === null ? `${given ?? 'multipart/form-data'}; boundary=${boundary}` : (given ?? ''),
  };
}

function boundaryFor(parts: readonly TextPart[]): string {
  const holds = (text: string): boolean =>
    parts.some(({ name, value, type }) => [name, value, type ?? ''].some((each) => each.includes(text)));
  let boundary = BOUNDARY;
  for (let count = 2; holds(boundary); count += 1) boundary = `${BOUNDARY}-${count}`;
  return boundary;
}

/** Of a content type; null when it names none. */
function boundaryOf(type: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  return quoted ?? plain ?? null;
}

/** As browsers and curl do. */
function escapeName(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
