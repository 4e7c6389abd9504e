import type { Plugin } from 'vite';

export function licences(beside?: readonly string[]): Plugin;
