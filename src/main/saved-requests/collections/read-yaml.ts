import { parseDocument } from 'yaml';

/** What a YAML text holds; undefined when it is none. Aliases are refused: a few can stand for a text of any size. */
export function readYaml(text: string): unknown {
  try {
    const document = parseDocument(text, { strict: false, uniqueKeys: false, logLevel: 'silent' });
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
