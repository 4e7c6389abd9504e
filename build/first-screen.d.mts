import type { CodeSplittingGroup } from 'rolldown';
import type { Plugin } from 'vite';

export function firstScreenGroup(): CodeSplittingGroup;
export function preloadFonts(): Plugin;
