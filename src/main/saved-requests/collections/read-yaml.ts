import { LineCounter, parseDocument } from 'yaml';
import { describeYamlError, NO_ALIASES } from '../describe-yaml-error';
import { beyondYaml } from '../yaml-limits';

export type ReadYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/**
 * What a YAML text holds, or why it cannot be read. Aliases are refused: a few can stand for a text of any size.
 */
export function readYaml(text: string): ReadYaml {
  const beyond = beyondYaml(text, { anyKeys: true });
  if (beyond !== null) return { ok: false, why: beyond };
  const lineCounter = new LineCounter();
  try {
    const options = { strict: false, uniqueKeys: false, logLevel: 'silent', lineCounter } as const;
    const document = parseDocument(text, options);
    const why = describeYamlError(document, text, lineCounter);
    return why === null ? { ok: true, value: document.toJS({ maxAliasCount: 0 }) } : { ok: false, why };
  } catch (error) {
    return {
      ok: false,
      why: error instanceof ReferenceError ? NO_ALIASES : 'It is not YAML that can be read.',
    };
  }
}
