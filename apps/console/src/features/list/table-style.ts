import type { SxProps, Theme } from '@mui/material/styles';

const ROW_LINK = {
  color: 'primary.main',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  // Covers the row. Other buttons and links of a row lie above it.
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible::after': { outline: '2px solid', outlineOffset: '-2px' },
} as const;

const SELECT_BOX = {
  ...{ position: 'relative', zIndex: 1, width: 18, height: 18, m: 0, accentColor: 'currentColor' },
  ...{ color: 'primary.main', cursor: 'pointer', verticalAlign: 'middle' },
} as const;

/** Frame, table and cells of a wide list. */
export const TABLE: SxProps<Theme> = {
  ...{ overflowX: 'auto', bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 },
  '& table': { width: '100%', borderCollapse: 'collapse', typography: 'body2' },
  '& th, & td': { px: 1.5, py: 1, textAlign: 'start', borderBottom: 1, borderColor: 'divider' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& th': { color: 'text.secondary', fontWeight: 600, fontSize: 12, lineHeight: 1.3, whiteSpace: 'nowrap' },
  '& .end': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& .select': { width: 34, pr: 0 },
  '& tr[data-row]': { position: 'relative' },
  '& tr.opens:hover': { bgcolor: 'action.hover' },
  '& th button': {
    ...{ all: 'unset', cursor: 'pointer', display: 'inline-flex', alignItems: 'center', gap: 0.5, borderRadius: 0.5 },
    '& span': { opacity: 0.25 },
    '& span.on': { opacity: 1, color: 'primary.main' },
    '&:hover': { color: 'text.primary' },
    '&:hover span': { opacity: 1 },
    '&:focus-visible': { outline: '2px solid', outlineOffset: '2px' },
  },
  '& .row-link': ROW_LINK,
  '& input[type=checkbox]': SELECT_BOX,
  '& .below': {
    ...{ m: 0, mt: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25 },
    '& > div': { display: 'flex', gap: 0.75, alignItems: 'baseline' },
    '& dt': { color: 'text.secondary', fontSize: 12, flexShrink: 0 },
    '& dd': { m: 0, overflowWrap: 'anywhere' },
  },
};

/** Cards of a narrow list. */
export const CARDS: SxProps<Theme> = {
  ...{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5, typography: 'body2' },
  '& li': {
    ...{ p: 2, position: 'relative', bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 },
  },
  '& .head': { fontWeight: 600, mb: 1, display: 'flex', alignItems: 'center', gap: 1.5 },
  '& dl': { m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 0.75, columnGap: 2 },
  '& dl > div': { display: 'contents' },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, justifySelf: 'end', textAlign: 'end' },
  '& .row-link': ROW_LINK,
  '& input[type=checkbox]': SELECT_BOX,
};
