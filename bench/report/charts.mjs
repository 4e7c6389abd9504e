// Which figures are shown in which chart of docs/performance.md.

export const charts = [
  {
    title: 'Start, memory and the first look-up',
    names: ['start', 'start-app', 'rest', 'look-up', 'look-up-main', 'send'],
  },
  {
    title: 'Large bodies',
    names: [
      'body-5',
      'body-5-frame',
      'body-20',
      'body-20-frame',
      'body-100',
      'body-100-frame',
      'body-100-memory',
    ],
  },
  {
    title: 'Loading all buyers',
    names: [
      'load-all',
      'load-all-memory',
      'load-all-frame',
      'export-frame',
      'load-million',
      'load-million-memory',
    ],
  },
  {
    title: 'Sandbox, history and composer',
    names: [
      'sandbox-page',
      'sandbox-session',
      'history-100000',
      'history-1000000',
      'facets-100000',
      'facets-1000000',
      'replays',
      'format-frame',
      'minify-frame',
    ],
  },
];

export const chartFile = (title) => `${title.toLowerCase().replace(/[^a-z]+/g, '-')}.svg`;
