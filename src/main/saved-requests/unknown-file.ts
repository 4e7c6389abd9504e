import { isApiDocument } from '@shared/import/is-api-document';
import { parseJson } from '@shared/json/parse-json';
import { saysItIsYaml } from './collections/read-collection';
import { readYaml } from './collections/read-yaml';
import { conflictOf } from './merge-conflict';

const KNOWN =
  'It holds no requests of this app, and no collection of Postman (2.0, 2.1), Insomnia (4, 5), Bruno, OpenCollection or HAR.';

/**
 * Why a file that was to be imported, and is not a known collection, is not one of this app's either; null if it may be
 * one.
 */
export function whyUnknown(text: string): string | null {
  if (text.trim() === '') return 'It is empty.';
  if (/^\ufffd|\0/.test(text)) return 'It is not UTF-8 text: save it again as UTF-8.';
  if (isApiDocument(text)) return 'It is an OpenAPI document: add it on the API screen.';
  const conflict = conflictOf(text);
  if (conflict !== null) return conflict;
  // JSON is YAML as well, but the reader of YAML would complain about parts of it.
  if (/^\s*[{[]/.test(text)) return whyUnknownJson(text);
  if (/^["']?version["']?:/m.test(text)) return null;
  const yaml = saysItIsYaml(text) ? readYaml(text) : null;
  return yaml?.ok === false ? yaml.why : KNOWN;
}

function whyUnknownJson(text: string): string {
  if (/"_postman_variable_scope"\s*:/.test(text))
    return 'It is an environment of Postman, which holds no requests: enter its variables in the profile.';
  return parseJson(text) === undefined
    ? 'It is not valid JSON to the end: part of it may be missing.'
    : KNOWN;
}
