/**
 * Parts of a field's name that say that its value is secret: fewer than for headers, because most tokens in bodies are
 * IDs.
 */
const SECRET_FIELD =
  /passw|passphrase|secret|private[-_]?key|api[-_]?key|access[-_]?token|refresh[-_]?token|credential/i;

const JSON_FIELD = /"([^"\\\n]{1,80})"\s*:\s*"((?:[^"\\\n]|\\.)+)"/g;
const FORM_FIELD = /(?:^|&)([^=&\s]{1,80})=([^&\s]+)/g;

/** Names of body fields whose values are secrets that somebody wrote out, and not variables or placeholders. */
export function secretFieldsOf(body: string): readonly string[] {
  const pattern = /^\s*[{[]/.test(body) ? JSON_FIELD : FORM_FIELD;
  const names = [...body.matchAll(pattern)].flatMap(([, name = '', value = '']) =>
    SECRET_FIELD.test(name) && !value.includes('${') && !value.includes('{{') ? [name] : [],
  );
  return [...new Set(names)];
}
