// A chart of figures beside their references and goals, as an SVG that is legible on light and dark backgrounds.

const WIDTH = 760;
const ROW = 44;
const TOP = 44;
const LEFT = 12;
/** Leaves room for the longest label beside a bar. */
const BAR = WIDTH - 2 * LEFT - 290;

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);

/** The median that would just meet the goal, if there is one. */
export function goalValue({ goal, reference }) {
  if (goal?.most !== undefined) return goal.most;
  if (goal?.mostOver !== undefined && reference !== undefined) return reference + goal.mostOver;
  const share = goal?.ratio ?? goal?.leastRatio;
  return share === undefined || reference === undefined ? null : share * reference;
}

function barsOf(line, y) {
  const { what, unit, median, reference, against } = line;
  const goal = goalValue(line);
  // Each row has its own scale, because only the three numbers of one figure are compared.
  const scale = BAR / Math.max(median, reference ?? 0, goal ?? 0, Number.MIN_VALUE);
  const width = (value) => Math.max(1, Math.round(value * scale));
  const label = (value, at, words) =>
    `<text x="${LEFT + width(value) + 6}" y="${at}" class="small">${escaped(`${value} ${unit}${words}`)}</text>`;
  const parts = [
    `<text x="${LEFT}" y="${y}" class="name">${escaped(what)}</text>`,
    `<rect x="${LEFT}" y="${y + 5}" width="${width(median)}" height="11" class="${line.met === false ? 'missed' : 'app'}"/>`,
  ];
  // The labels come last, each with an outline, because the goal may be underneath.
  const labels = [label(median, y + 15, line.met === false ? ', goal missed' : '')];
  if (reference !== undefined) {
    parts.push(`<rect x="${LEFT}" y="${y + 18}" width="${width(reference)}" height="7" class="reference"/>`);
    labels.push(label(reference, y + 26, `, ${against}`));
  }
  if (goal !== null) {
    const x = LEFT + width(goal);
    parts.push(`<line x1="${x}" y1="${y + 3}" x2="${x}" y2="${y + 27}" class="goal"/>`);
  }
  return [...parts, ...labels].join('');
}

const STYLE = `
  svg { background: #ffffff; }
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 15px; }
  .small { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: #ffffff; stroke-width: 2px; }
  .app { fill: #2f6fde; } .missed { fill: #c2571a; } .reference { fill: #8c959f; }
  .goal { stroke: #1a7f37; stroke-width: 2; stroke-dasharray: 4 2; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    text { fill: #e6edf3; }
    .small { fill: #9da7b3; stroke: #0d1117; }
    .app { fill: #6ea8fe; } .missed { fill: #f0883e; } .goal { stroke: #3fb950; }
  }`;

/**
 * @param {string} title
 * @param {readonly object[]} lines of the measurements
 */
export function chartOf(title, lines) {
  const height = TOP + lines.length * ROW + 8;
  const said = lines.map(({ what, median, unit, reference, against, met }) => {
    const beside = reference === undefined ? '' : `, ${against} ${reference} ${unit}`;
    return `${what}: ${median} ${unit}${beside}${met === undefined ? '' : met ? ', goal met' : ', goal missed'}.`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(said.join(' '))}</desc>`,
    `<style>${STYLE}</style>`,
    `<text x="${LEFT}" y="22" class="title">${escaped(title)}</text>`,
    ...lines.map((line, index) => barsOf(line, TOP + index * ROW + 6)),
    '</svg>',
    '',
  ].join('\n');
}
