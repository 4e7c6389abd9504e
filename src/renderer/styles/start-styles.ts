/** Follows the system's light or dark appearance, with an attribute that tokens.css reads. */
function followSystemTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  apply();
}

/**
 * Before the first line of text is laid out, because text in another font would move everything when the fonts arrive.
 */
async function loadFonts(): Promise<void> {
  await Promise.allSettled(
    ['400 13px "Inter Variable"', '400 13px "JetBrains Mono Variable"'].map((font) =>
      document.fonts.load(font),
    ),
  );
}

/** What a page needs before its first line of text: the light or dark appearance, and the fonts. */
export async function startStyles(): Promise<void> {
  followSystemTheme();
  await loadFonts();
}
