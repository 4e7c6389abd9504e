import { parseDocument } from 'yaml';
import { beyondYaml } from '../yaml-limits';

/**
 * What a YAML text holds; undefined if it is not YAML, or more than its parser is given. Aliases are refused: a few can
 * stand for a text of any size.
 */
export function readYaml(text: string): unknown {
  if (beyondYaml(text, { anyKeys: true }) !== null) return undefined;
  try {
    const document = parseDocument(text, { strict: false, uniqueKeys: false, logLevel: 'silent' });
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
