import { onPhone } from '@tercet/contract/text-storage.ts';

const STORED = 'tercet.console.theme';

/** The chosen theme; undefined follows the system. */
export function rememberedTheme(): 'light' | 'dark' | undefined {
  const stored = onPhone.read(STORED);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
}

export function rememberTheme(theme: 'light' | 'dark'): void {
  onPhone.write(STORED, theme);
}
