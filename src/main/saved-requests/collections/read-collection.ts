import { fieldOf } from '@shared/json/unknown-fields';
import { parseJson } from '@shared/json/parse-json';
import { bruno } from './bruno';
import { readBruBlocks } from './bru-text';
import type { Collection } from './collection';
import { readCollectionFiles } from './collection-folder';
import { readHar } from './har-entries';
import { readInsomnia } from './insomnia';
import { openCollection, readOpenCollection } from './open-collection';
import { readPostman } from './postman';
import { MAX_DEPTH } from '../yaml-limits';
import { readYaml } from './read-yaml';

/** Reads a file that another tool has written, whichever it is; null if none of the readers knows it. */
export function readCollection(text: string): Collection | null {
  const plain = text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(plain)) {
    const json = readJson(plain);
    if (json !== undefined)
      return readPostman(json) ?? readInsomnia(json) ?? readOpenCollection(json) ?? readHar(json);
  }
  if (/^(?:meta|get|post|put|patch|delete|http)[ \t]*\{/m.test(plain) && readBruBlocks(plain) !== null) {
    return readCollectionFiles([{ path: 'request.bru', text: plain }], 'Bruno', bruno);
  }
  if (!saysItIsYaml(plain)) return null;
  const read = readYaml(plain);
  if (!read.ok) return null;
  const yaml = read.value;
  if (fieldOf(yaml, 'http') !== undefined || fieldOf(yaml, 'graphql') !== undefined) {
    return readCollectionFiles([{ path: 'request.yml', text: plain }], 'OpenCollection', openCollection);
  }
  return readInsomnia(yaml) ?? readOpenCollection(yaml) ?? readPostman(yaml);
}

/** A whole YAML document is only read if it says that it is one of the known ones. */
export function saysItIsYaml(text: string): boolean {
  return /^(?:_type: *["']?export|type: *["']?(?:collection|spec)\.insomnia|opencollection:|info:)/m.test(
    text,
  );
}

/** Undefined if it is not JSON, or is nested more deeply than recursive readers can follow. */
function readJson(text: string): unknown {
  const json = parseJson(text);
  return isDeeper(json, MAX_DEPTH) ? undefined : json;
}

/** Goes depth first: a list of a whole level takes long, and much memory, if a file is large. */
function isDeeper(value: unknown, levels: number): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
