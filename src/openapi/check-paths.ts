import { isRecord } from '@shared/json/unknown-fields';
import type { DocumentProblem } from '@shared/documents/document-summary';
import { sentPath } from '@shared/requests/operation-key';
import { findParameters } from './find-parameters';
import { listAt, resolved, type JsonObject } from './raw-document';
import { problemAt, type FoundOperation } from './read-content';

/** Finds names in braces in a path that no path parameter of its operation has. */
export function checkPaths(
  document: JsonObject,
  operations: readonly FoundOperation[],
): readonly DocumentProblem[] {
  return operations.flatMap((operation) => {
    const { path, pathItem, raw, pointer } = operation;
    const inPath = [...sentPath(path).matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    if (inPath.length === 0) return [];
    const written = [...listAt(pathItem, 'parameters'), ...listAt(raw, 'parameters')];
    // One that cannot be read is a problem of its own, and may be the one that is missing.
    if (written.some((parameter) => !isRecord(resolved(document, parameter)))) return [];
    const described = findParameters(document, operation).flatMap(({ name, place }) =>
      place === 'path' ? [name] : [],
    );
    const stray = described.filter((name) => !has(inPath, name)).map((name) => `"${name}"`);
    const rename = stray.length === 0 ? '' : `, or rename ${stray.join(' or ')}, which is not in the path`;
    return inPath
      .filter((name) => !has(described, name))
      .map((name) =>
        problemAt(
          pointer,
          `"${name}" of ${path} is not described: add a path parameter with this name${rename}.`,
        ),
      );
  });
}

/** Some documents write a name in other letters than in the path: the form reads both as one. */
function has(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}
