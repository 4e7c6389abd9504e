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

/** A multipart form (RFC 7578) as one text. The same parts give the same text each time. */
export function multipartText(parts: readonly TextPart[]): MultipartText {
  const boundary = boundaryFor(parts);
  const pieces = parts.map(({ name, value, type, fileName = null }) => {
    const file = fileName === null ? '' : `; filename="${escapeName(fileName)}"`;
    const typed = type === null ? '' : `content-type: ${type}\r\n`;
    return `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"${file}\r\n${typed}\r\n${value}\r\n`;
  });
  return {
    body: `${pieces.join('')}--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function boundaryFor(parts: readonly TextPart[]): string {
  const holds = (text: string): boolean =>
    parts.some(({ name, value, type }) => [name, value, type ?? ''].some((each) => each.includes(text)));
  let boundary = BOUNDARY;
  for (let count = 2; holds(boundary); count += 1) boundary = `${BOUNDARY}-${count}`;
  return boundary;
}

/** As browsers and curl do. */
function escapeName(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
