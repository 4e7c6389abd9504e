// The layers of docs/architecture.md: what each part of src/ must not import. A rule of oxlint (.oxlintrc.json).
import { dirname, join, relative, sep } from 'node:path';
import { aliases } from '../aliases.mjs';

const FEATURES = 'renderer/features';
const TOOLS = 'renderer/tools';
const APP_PAGE = ['features', 'components', 'stores', 'app'].map((part) => `renderer/${part}`);
const QUESTION_ALONE =
  'The page of a question shares no script with the app: it is what the app cannot reach.';

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);
/** Of `renderer/features/history/history-store.ts`: `renderer/features/history` */
const featureOf = (path) => path.split('/', 3).join('/');

/** No file of the folders `in` imports one of the folders `from`; all of them are folders of src/. */
const zones = [
  { in: ['contract'], from: ['shared', 'openapi', 'main', 'sandbox', 'preload', 'renderer'] },
  { in: ['shared'], from: ['openapi', 'main', 'sandbox', 'preload', 'renderer'] },
  { in: ['openapi'], from: ['main', 'sandbox', 'preload', 'renderer'] },
  { in: ['main'], from: ['sandbox', 'preload', 'renderer'] },
  { in: ['cli'], from: ['openapi', 'sandbox', 'preload', 'renderer'] },
  { in: ['contract', 'shared', 'openapi', 'main', 'sandbox', 'preload', 'renderer'], from: ['cli'] },
  { in: ['sandbox'], from: ['main', 'preload', 'renderer'] },
  { in: ['preload'], from: ['contract', 'openapi', 'main', 'sandbox', 'renderer'] },
  { in: ['renderer'], from: ['openapi', 'main', 'sandbox', 'preload'] },
  { in: ['renderer/components'], from: [FEATURES, 'renderer/app'] },
  { in: ['renderer/stores'], from: [FEATURES, 'renderer/app', 'renderer/components'] },
  {
    in: [TOOLS],
    from: ['renderer'],
    unless: (_file, path) => isIn(path, TOOLS),
    why: 'tools/ is pure code: it knows no screen.',
  },
  { in: [FEATURES], from: ['renderer/app'], why: 'A screen does not know the frame around it.' },
  {
    in: [FEATURES],
    from: [FEATURES],
    unless: (file, path) => featureOf(file) === featureOf(path),
    why: 'Features never import each other: share through components/ or main.',
  },
  {
    in: ['main/database'],
    from: ['buyers', 'drafts', 'history', 'saved-requests', 'sending'].map((part) => `main/${part}`),
    why: 'A capability owns its tables; src/main/schema.ts puts them in their order.',
  },
  { in: ['renderer/question'], from: APP_PAGE, why: QUESTION_ALONE },
  { in: APP_PAGE, from: ['renderer/question'], why: QUESTION_ALONE },
];

/** A test may compare main with what the window makes of it, because these are two sides of one wire. */
const isTestOfAWire = (file, path) => /^(main|shared)\/.*\.test\.ts$/.test(file) && isIn(path, TOOLS);

function isForbidden(zone, file, path) {
  if (!zone.in.some((folder) => isIn(file, folder))) return false;
  if (!zone.from.some((folder) => isIn(path, folder))) return false;
  return !zone.unless?.(file, path) && !isTestOfAWire(file, path);
}

/** What an import names, as a path below src/; a package's name stays as it is, and is in no folder of a zone. */
function imported(file, specifier) {
  const alias = Object.keys(aliases).find((name) => isIn(specifier, name));
  if (alias !== undefined) return specifier.slice('@'.length);
  return specifier.startsWith('.')
    ? join(dirname(file), specifier).replaceAll(sep, '/')
    : `node_modules/${specifier}`;
}

export const layers = {
  create(context) {
    const file = relative(join(context.cwd, 'src'), context.filename).replaceAll(sep, '/');
    const check = ({ source }) => {
      if (typeof source?.value !== 'string') return;
      const path = imported(file, source.value);
      const zone = zones.find((one) => isForbidden(one, file, path));
      if (zone === undefined) return;
      const why = zone.why ?? 'docs/architecture.md has the layers.';
      context.report({ node: source, message: `src/${file} must not import src/${path}. ${why}` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
