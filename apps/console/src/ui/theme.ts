import { alpha, createTheme, type Theme } from '@mui/material/styles';

/** The house's colours, as in the member app. theme.test.ts holds text pairs to WCAG AA. */
export const TOKENS = {
  light: {
    paper: '#faf8f3',
    leaf: '#ffffff',
    wash: '#f0ebe1',
    ink: '#1b2430',
    inkSoft: '#56606e',
    line: '#e4dfd4',
    lineStrong: '#8a8375',
    verdigris: '#0e6e63',
    verdigrisDeep: '#0a574e',
    onVerdigris: '#ffffff',
    amber: '#855600',
    vermilion: '#ae2f1d',
    onVermilion: '#ffffff',
  },
  dark: {
    paper: '#12151b',
    leaf: '#1a1f27',
    wash: '#232a35',
    ink: '#ece8df',
    inkSoft: '#a7afbc',
    line: '#2c333e',
    lineStrong: '#727c8c',
    verdigris: '#55bdad',
    verdigrisDeep: '#6bcabb',
    onVerdigris: '#08201c',
    amber: '#e0b25c',
    vermilion: '#f08d79',
    onVermilion: '#2a0d07',
  },
} as const;

/** Light colours of members' banners; the veil lies between picture and text. */
export const BANNER = { ground: '#0f4f48', ink: '#f3f1ea', veil: 'rgb(15 79 72 / 90%)' } as const;

type Mode = keyof typeof TOKENS;

const SANS = '"Source Sans 3 Variable", system-ui, "Noto Sans", sans-serif';

/** Dense and quiet: lines instead of shadows, weight instead of size, one accent. */
export function themeOf(mode: Mode): Theme {
  const token = TOKENS[mode];
  return createTheme({
    palette: {
      mode,
      background: { default: token.paper, paper: token.leaf },
      text: { primary: token.ink, secondary: token.inkSoft, disabled: token.lineStrong },
      divider: token.line,
      primary: { main: token.verdigris, dark: token.verdigrisDeep, contrastText: token.onVerdigris },
      secondary: { main: token.verdigris, dark: token.verdigrisDeep, contrastText: token.onVerdigris },
      warning: { main: token.amber },
      error: { main: token.vermilion, contrastText: token.onVermilion },
      success: { main: token.verdigris, contrastText: token.onVerdigris },
      info: { main: token.inkSoft },
      action: { hover: token.wash, selected: token.wash },
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: 1.45 },
      h5: { fontSize: 20, fontWeight: 650, letterSpacing: 0 },
      h6: { fontSize: 16, fontWeight: 650, letterSpacing: 0 },
      subtitle2: { fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
    },
    components: {
      MuiCssBaseline: { styleOverrides: baseOf(mode) },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      // An outline shows the focus. MUI's pulsing ripple ignores reduced motion.
      MuiButton: {
        defaultProps: { disableElevation: true, disableFocusRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focusOf(mode) } },
      },
      MuiIconButton: {
        defaultProps: { disableFocusRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focusOf(mode) } },
      },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true, variant: 'outlined' } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: token.lineStrong } } },
      MuiChip: { defaultProps: { size: 'small', variant: 'outlined' }, styleOverrides: { root: { fontWeight: 600 } } },
      MuiDialog: { styleOverrides: { paper: { border: `1px solid ${token.line}` } } },
      // Without a border it blends into the dark page.
      MuiAutocomplete: { styleOverrides: { paper: { border: `1px solid ${token.lineStrong}` } } },
      MuiAlert: { styleOverrides: { root: { color: token.ink }, outlined: { backgroundColor: token.leaf } } },
      MuiTooltip: { styleOverrides: { tooltip: { backgroundColor: token.ink, color: token.paper, fontSize: 12 } } },
    },
  });
}

function focusOf(mode: Mode) {
  return { outline: `2px solid ${TOKENS[mode].verdigris}`, outlineOffset: 2 };
}

function baseOf(mode: Mode) {
  const token = TOKENS[mode];
  return {
    body: { fontVariantNumeric: 'tabular-nums lining-nums' },
    ':focus-visible': focusOf(mode),
    // Elements that lists repeat in each row. Styles of components would be computed for each of them.
    '.state-chip': {
      ...{ display: 'inline-flex', alignItems: 'center', gap: 4, height: 24, padding: '0 8px 0 4px' },
      ...{ border: '1px solid', borderColor: token.lineStrong, borderRadius: 12 },
      ...{ fontSize: 13, fontWeight: 600, whiteSpace: 'nowrap', maxWidth: '100%' },
      '& svg': { fontSize: 18 },
    },
    ...chipColors(mode),
    '.icon-button': {
      ...{ position: 'relative', zIndex: 1, display: 'inline-flex', padding: 4, marginLeft: 2, border: 0 },
      ...{ borderRadius: '50%', background: 'none', color: token.inkSoft, cursor: 'pointer' },
      '& svg': { fontSize: 16 },
      '&:hover': { backgroundColor: alpha(token.ink, 0.08) },
    },
    '::selection': { backgroundColor: alpha(token.verdigris, 0.3) },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
    },
  };
}

function chipColors(mode: Mode) {
  const { amber, verdigris, vermilion } = TOKENS[mode];
  const tones = { wait: amber, good: verdigris, bad: vermilion };
  return Object.fromEntries(
    Object.entries(tones).map(([tone, color]) => [`.state-chip.${tone}`, { color, borderColor: alpha(color, 0.7) }]),
  );
}
