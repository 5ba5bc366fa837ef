import { accentSheet } from '@tercet/contract/accent.ts';
import type { Face } from '../house/face.ts';

/**
 * The members' page with the face of the house: title, name, icons, manifest, and the accents for `theme.js`. No
 * rebuild is needed. The content security policy allows no inline style, so the accents are an attribute.
 */
export function pageWithFace(page: string, face: Face | null): string {
  if (face === null) return page;
  const { version, name, accentLight, accentDark, logo } = face;
  const sheet = accentSheet({ light: accentLight, dark: accentDark });
  const named = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(/(?<=<p class="start-name">)[^<]*/, () => escaped(name))
    .replace('href="/manifest.webmanifest"', () => `href="/api/face/manifest"`)
    .replace('<html ', () => (sheet === '' ? '<html ' : `<html data-accents="${escaped(sheet)}" `));
  if (logo === null) return named;
  return named
    .replace('href="/favicon.svg" type="image/svg+xml"', () => `href="/api/face/${version}/icon-192" type="image/png"`)
    .replace('href="/apple-touch-icon.png"', () => `href="/api/face/${version}/icon-180"`);
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (one) => names[one] ?? one);
}
