/** A text part of a multipart form. */
export interface TextPart {
  readonly name: string;
  readonly value: string;
  /** Its own content type, or null. */
  readonly type: string | null;
  /** The file name for a part that is sent as a file; null if it is not. */
  readonly fileName?: string | null;
}

export interface MultipartText {
  readonly body: string;
  /** Includes the boundary. */
  readonly contentType: string;
}

const BOUNDARY = '----multipart-boundary';

/**
 * A multipart form (RFC 7578) as one text. The same parts always give the same text.
 * @param given the content type of an existing header: its boundary is used, or one is added to it.
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

export function isMultipart(mediaType: string): boolean {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(mediaType);
}

/** The boundary in a content type; null if there is none. */
export function boundaryOf(type: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  return quoted ?? plain ?? null;
}

/** Escapes like browsers and curl. */
function escapeName(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
