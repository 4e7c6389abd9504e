// Rules that oxlint does not have (.oxlintrc.json).
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { layers } from './layers.mjs';

export default {
  meta: { name: 'house' },
  rules: { layers, 'no-restricted-syntax': builtinRules.get('no-restricted-syntax') },
};
