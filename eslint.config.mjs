// Components only: oxlint checks all other code, and what does not need their templates (.oxlintrc.json).
import prettier from 'eslint-config-prettier';
import vue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';

export default [
  { ignores: ['out/**'] },
  { files: ['**/*.vue'] },
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'vue/multi-word-component-names': 'off',
      // The compiler checks it, and knows which switch has all cases.
      'vue/return-in-computed-property': 'off',
      'vue/no-v-html': 'error',
      'vue/no-static-inline-styles': ['error', { allowBinding: true }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  prettier,
];
