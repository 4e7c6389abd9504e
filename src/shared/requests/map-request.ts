import type { QueryPair, RequestSpec, SpecHeader } from './request-spec';

/** What to do with each text of a request. Returning the same text leaves it unchanged. */
export interface RequestChanges {
  /** For the body, and for the path of a request that carries its own. */
  readonly text: (text: string, place: 'path' | 'body') => string;
  /** Of a name that is sent alone, only the name is changed; its value is given as empty. */
  readonly pair: (
    pair: readonly [name: string, value: string],
    place: 'path parameter' | 'query parameter',
  ) => readonly [string, string];
  readonly header: (header: SpecHeader) => SpecHeader;
}

/**
 * Applies the changes to every part of a request; returns the same object if nothing changes. A new part of a request
 * must be added here.
 */
export function mapRequest(request: RequestSpec, { text, pair, header }: RequestChanges): RequestSpec {
  let isChanged = false;
  /** Usually it is the same string, so that megabytes of text are not compared letter by letter. */
  const noted = <Part>(before: Part, after: Part, isSame = before === after): Part => {
    isChanged ||= !isSame;
    return after;
  };
  const mapText = (before: string, place: 'path' | 'body'): string => noted(before, text(before, place));
  const mapPathPair = (before: readonly [string, string]): readonly [string, string] => {
    const after = pair(before, 'path parameter');
    return noted(before, after, before[0] === after[0] && before[1] === after[1]);
  };
  const mapQueryPair = (before: QueryPair): QueryPair => {
    const [name, value] = pair([before[0], before[1] ?? ''], 'query parameter');
    const after: QueryPair = [name, before[1] === null ? null : value];
    return noted(before, after, before[0] === name && before[1] === after[1]);
  };
  const { target, pathParameters, query, headers, body } = request;
  const path = target === undefined ? '' : mapText(target.path, 'path');
  const mapped = {
    pathParameters: Object.fromEntries(Object.entries(pathParameters).map(mapPathPair)),
    query: query.map(mapQueryPair),
    headers: headers.map((before) => {
      const after = header(before);
      const isSame = (Object.keys(after) as (keyof SpecHeader)[]).every((key) => before[key] === after[key]);
      return noted(before, after, isSame);
    }),
    body: body === null ? null : mapText(body, 'body'),
  };
  if (!isChanged) return request;
  return request.target === undefined
    ? { ...request, ...mapped }
    : { ...request, ...mapped, target: { ...request.target, path } };
}
