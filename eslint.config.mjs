import prettier from 'eslint-config-prettier';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import vue from 'eslint-plugin-vue';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { aliases } from './build/aliases.mjs';

const aliasLists = Object.fromEntries(Object.entries(aliases).map(([name, path]) => [name, [path]]));

const features = readdirSync(new URL('./src/renderer/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** The layers of docs/architecture.md: what each one must not import. */
const layers = [
  {
    target: './src/contract',
    from: ['./src/shared', './src/openapi', './src/main', './src/sandbox', './src/preload', './src/renderer'],
  },
  {
    target: './src/shared',
    from: ['./src/openapi', './src/main', './src/sandbox', './src/preload', './src/renderer'],
  },
  { target: './src/openapi', from: ['./src/main', './src/sandbox', './src/preload', './src/renderer'] },
  { target: './src/main', from: ['./src/sandbox', './src/preload', './src/renderer'] },
  { target: './src/cli', from: ['./src/openapi', './src/sandbox', './src/preload', './src/renderer'] },
  {
    target: ['contract', 'shared', 'openapi', 'main', 'sandbox', 'preload', 'renderer'].map(
      (part) => `./src/${part}`,
    ),
    from: './src/cli',
  },
  { target: './src/sandbox', from: ['./src/main', './src/preload', './src/renderer'] },
  {
    target: './src/preload',
    from: ['./src/contract', './src/openapi', './src/main', './src/sandbox', './src/renderer'],
  },
  { target: './src/renderer', from: ['./src/openapi', './src/main', './src/sandbox', './src/preload'] },
  { target: './src/renderer/components', from: ['./src/renderer/features', './src/renderer/app'] },
  {
    target: './src/renderer/stores',
    from: ['./src/renderer/features', './src/renderer/app', './src/renderer/components'],
  },
  {
    target: './src/renderer/tools',
    from: './src/renderer',
    except: ['./tools'],
    message: 'tools/ is pure code: it knows no screen.',
  },
  {
    target: './src/renderer/features',
    from: './src/renderer/app',
    message: 'A screen does not know the frame around it.',
  },
  {
    target: './src/main/database',
    from: ['buyers', 'drafts', 'history', 'saved-requests', 'sending'].map((part) => `./src/main/${part}`),
    message: 'A capability owns its tables; src/main/schema.ts puts them in their order.',
  },
  {
    target: './src/renderer/question',
    from: ['features', 'components', 'stores', 'app'].map((part) => `./src/renderer/${part}`),
    message: 'The page of a question shares no script with the app: it is what the app cannot reach.',
  },
  {
    target: ['features', 'components', 'stores', 'app'].map((part) => `./src/renderer/${part}`),
    from: './src/renderer/question',
    message: 'The page of a question shares no script with the app: it is what the app cannot reach.',
  },
  ...features.map((feature) => ({
    target: `./src/renderer/features/${feature}`,
    from: './src/renderer/features',
    except: [`./${feature}`],
    message: 'Features never import each other: share through components/ or main.',
  })),
];

/** A test may compare main with what the window makes of it, because these are two sides of one wire. */
const layersOfTests = layers.map((zone) =>
  zone.from.includes('./src/renderer') ? { ...zone, except: ['./tools'] } : zone,
);

/** The types are those of a newer Node than the one in the fallback runtime. */
const notInNode16 = ['canParse', 'parse'].map((property) => ({
  ...{ object: 'URL', property },
  message: 'Electron 22 has Node 16, without it: use parseUrl.',
}));

const noElectron = {
  paths: [
    { name: 'electron', message: 'Only src/main/shell, src/main/index.ts and src/preload import electron.' },
  ],
};
const OWN_CONNECTION = 'Only transport/ opens connections: make an Order and give it to the Sender.';
/** Ways out of this computer: only sending/ has guards, a journal and masks. */
const networkModules = ['http', 'https', 'http2', 'net', 'tls', 'dgram']
  .flatMap((name) => [`node:${name}`, name])
  .map((name) => ({ name, message: OWN_CONNECTION }));
const electronNet = { name: 'electron', importNames: ['net'], message: OWN_CONNECTION };
const pureOnly = {
  paths: [...noElectron.paths, { name: 'vue', message: 'contract/ and shared/ are pure TypeScript.' }],
  patterns: [{ group: ['node:*', 'vue', 'pinia'], message: 'contract/ and shared/ are pure TypeScript.' }],
};

export default tseslint.config(
  { ignores: ['out/**', 'node_modules/**', 'src/contract/generated/**', 'docs/**'] },
  ...tseslint.configs.recommended,
  ...vue.configs['flat/recommended'].map((config) => ({ files: ['src/renderer/**/*.{ts,vue}'], ...config })),
  {
    files: ['**/*.{ts,mts,vue}'],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.mts', '.vue'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.mts'], 'vue-eslint-parser': ['.vue'] },
      'import-x/resolver-next': [
        createNodeResolver({ alias: aliasLists, extensions: ['.ts', '.mts', '.mjs', '.js', '.vue'] }),
      ],
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-duplicate-imports': 'error',
      'import-x/no-restricted-paths': ['error', { zones: layers, basePath: import.meta.dirname }],
      'no-restricted-imports': ['error', noElectron],
      'no-restricted-properties': ['error', ...notInNode16],
      'no-console': 'error',
    },
  },
  {
    // Only sending/ sends anything with a credential (docs/decisions/0075-one-way-out.md).
    files: ['src/main/**/*.ts'],
    ignores: [
      'src/main/sending/**',
      'src/main/transport/**',
      'src/main/services.ts',
      '**/*.{test,fixture}.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportSpecifier[imported.name=/^(createTransport|Attempt)$/]',
          message: 'Only sending/ talks to the transport: make an Order and give it to the Sender.',
        },
        {
          selector: "MemberExpression[property.name='send'][object.name='transport']",
          message: 'Only sending/ talks to the transport: make an Order and give it to the Sender.',
        },
        {
          selector: "MemberExpression[property.name='send'][object.property.name='transport']",
          message: 'Only sending/ talks to the transport: make an Order and give it to the Sender.',
        },
        {
          selector: "MemberExpression[property.name='bearerFor'], Property[key.name='bearerFor']",
          message: 'Only sending/ reads a credential.',
        },
      ],
    },
  },
  {
    files: ['src/main/**/*.ts', 'src/cli/**/*.ts', 'src/openapi/**/*.ts'],
    ignores: ['src/main/transport/**', '**/*.{test,fixture}.ts', '**/test-fixtures/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [...noElectron.paths, ...networkModules] }],
      'no-restricted-globals': ['error', { name: 'fetch', message: OWN_CONNECTION }],
    },
  },
  {
    // Everything that a person reads uses one time zone (docs/decisions/0089-dates-and-currencies.md).
    files: ['src/renderer/**/*.{ts,vue}', 'src/shared/**/*.ts'],
    ignores: ['src/shared/text/format-time.ts', 'src/shared/app/settings.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[property.name=/^(get(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)|toLocale(Time|Date)String)$/], MemberExpression[object.name='Intl'][property.name='DateTimeFormat']",
          message:
            'That is the zone of the computer: stores/moments writes times in the zone of the settings.',
        },
      ],
    },
  },
  {
    files: ['src/main/**/*.test.ts', 'src/shared/**/*.test.ts'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: layersOfTests, basePath: import.meta.dirname }],
    },
  },
  {
    files: ['src/contract/**/*.ts', 'src/shared/**/*.ts', 'src/renderer/tools/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', pureOnly] },
  },
  {
    files: ['src/main/shell/**/*.ts', 'src/main/index.ts', 'src/preload/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [electronNet, ...networkModules] }] },
  },
  {
    files: ['e2e/**/*.ts', 'bench/**/*.ts', 'src/main/shell/**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['build/**', 'bench/**', 'e2e/**', 'src/sandbox/cli.ts', '*.config.*'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // Rules that need types; oxlint checks these in all other files (.oxlintrc.json), in a tenth of the time.
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.web.json'],
        extraFileExtensions: ['.vue'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
      'vue/no-static-inline-styles': ['error', { allowBinding: true }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  prettier,
);
