import type { CodeSplittingGroup } from 'rolldown';
import type { Plugin } from 'vite';

export function firstScreenGroups(): CodeSplittingGroup[];
export function preloadFonts(): Plugin;
