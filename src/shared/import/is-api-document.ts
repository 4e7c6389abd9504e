/** Of a text that could not be imported: whether it is an OpenAPI or Swagger document, as far as its names tell. */
export function isApiDocument(text: string): boolean {
  return /^\s*\{\s*"(?:openapi|swagger)"\s*:/.test(text) || /^(?:openapi|swagger):/m.test(text);
}
