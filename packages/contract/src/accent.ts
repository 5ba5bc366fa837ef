/** The accent colours of a club: their contrast by WCAG 2.2 AA, and the colours that the members' app derives. */

export type AccentTheme = 'light' | 'dark';

/** A colour as `#rrggbb`, in lower case. */
export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/;
/** Least contrast of text. Controls need 3, so a colour that passes as text passes for them. */
export const TEXT_CONTRAST_MIN = 4.5;

/** The members' app's own accents. */
export const DEFAULT_ACCENT: Readonly<Record<AccentTheme, string>> = { light: '#0e6e63', dark: '#55bdad' };

/** Grounds and inks of the members' app, as in its `tokens.css`. */
const GROUNDS = {
  light: { paper: '#faf8f3', leaf: '#ffffff', wash: '#f0ebe1', ink: '#1b2430', onBanner: '#f3f1ea' },
  dark: { paper: '#12151b', leaf: '#1a1f27', wash: '#232a35', ink: '#ece8df', onBanner: '#ece8df' },
} as const;

/** Colours by their name in `tokens.css`. */
export type AccentTokens = Record<
  'verdigris' | 'verdigris-deep' | 'on-verdigris' | 'verdigris-tint' | 'banner',
  string
>;

/** All colours of the members' app that follow from an accent. */
export function accentTokens(accent: string, theme: AccentTheme): AccentTokens {
  const { paper, leaf } = GROUNDS[theme];
  return theme === 'light'
    ? {
        verdigris: accent,
        'verdigris-deep': mix(accent, '#000000', 0.2),
        'on-verdigris': '#ffffff',
        'verdigris-tint': mix(accent, leaf, 0.92),
        banner: mix(accent, '#000000', 0.3),
      }
    : {
        verdigris: accent,
        'verdigris-deep': mix(accent, '#ffffff', 0.15),
        'on-verdigris': mix(accent, '#000000', 0.88),
        'verdigris-tint': mix(accent, leaf, 0.86),
        banner: mix(accent, paper, 0.75),
      };
}

export interface AccentFault {
  theme: AccentTheme;
  /** The least contrast of any text with the colour, rounded down to one decimal. */
  ratio: number;
  /** The nearest colour with enough contrast. */
  better: string;
}

/** Why a colour cannot be the accent of a theme; null if all its texts are readable. */
export function accentFault(accent: string, theme: AccentTheme): AccentFault | null {
  const ratio = leastContrast(accent, theme);
  if (ratio >= TEXT_CONTRAST_MIN) return null;
  const towards = theme === 'light' ? '#000000' : '#ffffff';
  const steps = Array.from({ length: 50 }, (_, step) => mix(accent, towards, (step + 1) / 50));
  const better = steps.find((one) => leastContrast(one, theme) >= TEXT_CONTRAST_MIN) ?? DEFAULT_ACCENT[theme];
  return { theme, ratio: Math.floor(ratio * 10) / 10, better };
}

function leastContrast(accent: string, theme: AccentTheme): number {
  const { paper, leaf, wash, ink, onBanner } = GROUNDS[theme];
  const tokens = accentTokens(accent, theme);
  const tint = tokens['verdigris-tint'];
  const on = tokens['on-verdigris'];
  const pairs: [string, string][] = [
    ...[paper, leaf, wash, tint].map((ground): [string, string] => [accent, ground]),
    ...[accent, tokens['verdigris-deep']].map((ground): [string, string] => [on, ground]),
    [ink, tint],
    [onBanner, tokens.banner],
  ];
  return Math.min(...pairs.map(([text, ground]) => contrastOf(text, ground)));
}

/** Style sheet with the accents of both themes. Empty for the app's own. */
export function accentSheet(accents: Readonly<Record<AccentTheme, string>>): string {
  const rule = (selector: string, theme: AccentTheme) => {
    const tokens = Object.entries(accentTokens(accents[theme], theme));
    return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
  };
  const isOwn = accents.light === DEFAULT_ACCENT.light && accents.dark === DEFAULT_ACCENT.dark;
  return isOwn ? '' : rule(':root', 'light') + rule('[data-theme=dark]', 'dark');
}

/** Contrast of two colours by WCAG, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(hex).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** `share` of `other` in a mix of both. */
function mix(hex: string, other: string, share: number): string {
  const others = partsOf(other);
  const mixed = partsOf(hex).map((part, place) => Math.round(part * (1 - share) + (others[place] ?? 0) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
