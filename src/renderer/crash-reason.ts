// Reads the storage now, so that it is ready when a component needs it: later, the page would wait until main has
// loaded itself.
localStorage.getItem('');

/**
 * Why the previous page crashed, if it did. This is the page's very first call, because main loads itself with it. No
 * event reports it later, so nothing can be missed before a component shows it.
 */
export const crashReason = window.explorer.takeCrashReason();
