const STORED = 'tercet.console.theme';

/** Light or dark, where it was chosen here; undefined follows the system. */
export function rememberedTheme(): 'light' | 'dark' | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function rememberTheme(theme: 'light' | 'dark'): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // Storage may be closed to us: then it holds until the page is left.
  }
}
