// The table of docs/performance.md, from the lines of the measurements.

const ratioText = (ratio) => `${ratio.toFixed(2)}x`;

export function goalText(goal, unit) {
  if (goal === undefined) return '-';
  if (goal.most !== undefined) return `<= ${goal.most} ${unit}`;
  if (goal.mostOver !== undefined) return `<= ${goal.mostOver} ${unit} more`;
  if (goal.ratio !== undefined) return `<= ${goal.ratio}x`;
  return `>= ${goal.leastRatio}x`;
}

/** The median, and the range of the runs. */
function valueText(value, runs, unit) {
  const spread = runs.length > 1 ? ` (${Math.min(...runs)} to ${Math.max(...runs)})` : '';
  return `${value} ${unit}${spread}`;
}

function rowOf({ what, unit, median, runs, against, reference, ratio, goal, met, note }) {
  const held = reference === undefined ? (against ?? '-') : `${against}: ${reference} ${unit}`;
  const last = goal === undefined ? '-' : met ? 'met' : 'missed';
  return [
    note === undefined ? what : `${what} (${note})`,
    held,
    valueText(median, runs, unit),
    ratio === undefined ? '-' : ratioText(ratio),
    goalText(goal, unit),
    last,
  ];
}

/** A Markdown table whose columns are padded as the formatter pads them. */
export function tableOf(lines) {
  const head = ['Figure', 'Reference', 'The app: median (runs)', 'Ratio', 'Goal', ''];
  const rows = lines.map(rowOf);
  const widths = head.map((text, at) => Math.max(3, text.length, ...rows.map((row) => row[at].length)));
  const written = (row) => `| ${row.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [written(head), rule, ...rows.map(written)].join('\n');
}
