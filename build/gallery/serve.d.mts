/** Serves the gallery on a free port of loopback. */
export function serveGallery(): Promise<{ readonly url: string; close(): Promise<void> }>;

/** The command that starts Electron with the gallery's window. */
export function galleryRuntime(
  url: string,
): Promise<{ readonly executable: string; readonly args: string[]; readonly env: Record<string, string> }>;
