import { nativeTheme } from 'electron';
import type { Appearance } from '@shared/app/settings';

/** Light or dark, for the pages (`prefers-color-scheme`) and the dialogs of the operating system alike. */
export function setAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance;
}
