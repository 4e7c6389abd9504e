import { listAt, objectAt, textAt, type JsonObject } from './raw-document';

/** The addresses of servers, with the usual values of their variables. */
export function serversOf(holder: JsonObject): readonly string[] {
  return listAt(holder, 'servers').flatMap((server) => {
    const variables = objectAt(server, 'variables');
    const url = textAt(server, 'url');
    const usual = (place: string, name: string): string => textAt(variables[name], 'default') ?? place;
    return url === null ? [] : [url.replace(/\{([^{}]+)\}/g, usual)];
  });
}
