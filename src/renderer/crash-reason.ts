// Reads the storage now, so that it is at hand when a component needs it: later, the page would wait until main has loaded itself.
localStorage.getItem('');

/**
 * Why the page before this one died, if one did: the page's very first question, as main loads itself with the first call.
 * No event tells it later, so nothing can be missed between this and the start of whatever shows it.
 */
export const crashReason = window.explorer.takeCrashReason();
