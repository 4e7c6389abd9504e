import { describe, expect, it } from 'vitest';
import { cacheDir, hasDisplay } from './paths.mjs';

describe('the cache folder', () => {
  const at = (platform, env = {}) => cacheDir({ platform, env, home: '/home/ada' });

  it('follows the conventions of each platform', () => {
    expect(at('linux')).toBe('/home/ada/.cache/payments-api-explorer');
    expect(at('linux', { XDG_CACHE_HOME: '/var/cache/ada' })).toBe('/var/cache/ada/payments-api-explorer');
    expect(at('darwin')).toBe('/home/ada/Library/Caches/payments-api-explorer');
    expect(at('win32', { LOCALAPPDATA: '/local' })).toBe('/local/payments-api-explorer');
  });

  it('ignores a relative or empty XDG_CACHE_HOME, as its specification requires', () => {
    expect(at('linux', { XDG_CACHE_HOME: 'cache' })).toBe('/home/ada/.cache/payments-api-explorer');
    expect(at('linux', { XDG_CACHE_HOME: '' })).toBe('/home/ada/.cache/payments-api-explorer');
  });
});

it('a display needs X11 or Wayland on Linux, and is assumed elsewhere', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});
