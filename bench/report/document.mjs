// The part of docs/performance.md that the bench writes: what is between the two marks, and nothing else.

export const BEGIN = '<!-- begin: written by npm run bench -->';
export const END = '<!-- end: written by npm run bench -->';

export function withGenerated(document, generated) {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin)
    throw new Error('The marks of the generated part are not in the document.');
  return `${document.slice(0, begin + BEGIN.length)}\n\n${generated.trim()}\n\n${document.slice(end)}`;
}
