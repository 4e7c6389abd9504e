/** Whether a text that could not be imported looks like an OpenAPI or Swagger document, by its field names. */
export function isApiDocument(text: string): boolean {
  return /^\s*\{\s*"(?:openapi|swagger)"\s*:/.test(text) || /^(?:openapi|swagger):/m.test(text);
}
