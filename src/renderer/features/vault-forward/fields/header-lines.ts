/** Headers as they are pasted: `Name: value`, one for each line. What has no colon is a name. */
export function readHeaderLines(text: string): readonly { readonly name: string; readonly value: string }[] {
  return text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      // A colon at the very beginning is part of the name, as in HTTP/2.
      const colon = line.indexOf(':', line.trimStart() === line ? 1 : line.search(/\S/) + 1);
      return colon === -1
        ? { name: line.trim(), value: '' }
        : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}
