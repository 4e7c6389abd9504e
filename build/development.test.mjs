import { describe, expect, it } from 'vitest';
import config from '../electron.vite.config.ts';

const of = (command) => config({ command, mode: 'test' }).renderer;

describe('the development server', () => {
  it('replaces no globals in the renderer, unlike a build', () => {
    expect(of('serve').define).toEqual({});
    expect(Object.keys(of('build').define)).toContain('sessionStorage');
  });
});
