// Reads the storage now, so that it is ready when a component needs it: if it were read later, the page would have to
// wait until main has loaded itself.
localStorage.getItem('');

/**
 * Why the previous page crashed, if it did. This is the page's very first call, because main loads itself with it. It
 * is never reported by a later event, so nothing can be missed before a component shows it.
 */
export const crashReason = window.explorer.takeCrashReason();
