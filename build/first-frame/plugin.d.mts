import type { Plugin } from 'vite';

export function firstFrame(): Plugin;
