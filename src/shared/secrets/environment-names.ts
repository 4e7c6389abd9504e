/** Names of the environment variables that stand for secrets in what is copied or exported for another program. */
export const TOKEN_VARIABLE = 'PAYMENTS_API_TOKEN';

/** `x-vault-forward-header-authorization` becomes `DESTINATION_AUTHORIZATION`, `x-api-key` becomes `HEADER_X_API_KEY`. */
export function environmentNameOf(header: string): string {
  const downstream = /^x-vault-forward-header-(.+)$/i.exec(header)?.[1];
  const name = (downstream ?? header).toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return `${downstream === undefined ? 'HEADER' : 'DESTINATION'}_${name}`;
}
