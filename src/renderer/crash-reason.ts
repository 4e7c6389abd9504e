// Asked for now, it is at hand when a component reads it: else the page would wait until main has loaded itself.
localStorage.getItem('');

/**
 * Why the page before this one died, if one did: what the page asks first of all, as main loads itself with the first call.
 * Nothing tells of it later, so that nothing is missed between this and the start of what shows it.
 */
export const crashReason = window.explorer.takeCrashReason();
