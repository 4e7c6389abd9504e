const KNOWN =
  'It holds no requests of this app, and no collection of Postman (2.0, 2.1), Insomnia (4, 5), Bruno, OpenCollection or HAR.';

/** Why a file that was to be imported, and is no known collection, is none of this app's either; null where it may be one. */
export function whyUnknown(text: string): string | null {
  if (text.trim() === '') return 'It is empty.';
  if (/^\ufffd|\0/.test(text)) return 'It is not UTF-8 text: save it again as UTF-8.';
  // YAML holds JSON, too: its reader would speak of parts of it.
  if (/^\s*[{[]/.test(text)) return whyUnknownJson(text);
  if (/^(?:openapi|swagger):/m.test(text)) return OF_API;
  return /^["']?version["']?:/m.test(text) ? null : KNOWN;
}

const OF_API = 'It is an OpenAPI document: add it on the API screen.';

function whyUnknownJson(text: string): string {
  if (/"_postman_variable_scope"\s*:/.test(text))
    return 'It is an environment of Postman, which holds no requests: enter its variables in the profile.';
  if (/^\s*\{\s*"(?:openapi|swagger)"\s*:/.test(text)) return OF_API;
  try {
    JSON.parse(text);
    return KNOWN;
  } catch {
    return 'It is not valid JSON to the end: part of it may be missing.';
  }
}
