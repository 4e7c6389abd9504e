const ABOUT =
  /(?:^|[^a-z])(?:id|ids|type|kind|name|label|at|in|url|uri|endpoint|format|algorithm|length|required|enabled|scopes?|status|state|method|hint|count|version)$/;

/** True for a name that describes a credential rather than holding one: `token_url`, `apiKeyId`. */
export function isNameAbout(name: string): boolean {
  return ABOUT.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase());
}
