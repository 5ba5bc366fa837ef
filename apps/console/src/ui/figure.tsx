import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface FigureProps {
  label: string;
  /** The formatted value. */
  value: string;
  note?: ReactNode;
  /** Link to the rows behind the figure. */
  to?: string;
}

/** One number with its label, inside `Figures`. Numbers stay aligned beside labels of two lines. */
export function Figure({ label, value, note, to }: FigureProps) {
  return (
    <Box sx={{ minWidth: 0, position: 'relative', display: 'grid', gridTemplateRows: 'subgrid', gridRow: 'span 3' }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, fontSize: 20, fontWeight: 650, lineHeight: 1.3, overflowWrap: 'anywhere' }}
      >
        {to === undefined ? (
          value
        ) : (
          <Link
            component={RouterLink}
            to={to}
            color="inherit"
            underline="always"
            aria-label={`${label}: ${value}`}
            sx={{
              textDecorationColor: ({ palette }) => palette.text.disabled,
              textDecorationThickness: 1,
              textUnderlineOffset: 4,
              '&::after': { content: '""', position: 'absolute', inset: 0 },
            }}
          >
            {value}
          </Link>
        )}
      </Typography>
      <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0, mb: 1.5, minHeight: '1.43em' }}>
        {note}
      </Typography>
    </Box>
  );
}

/** Narrowest column for amounts of a large house, with their currency. */
export const AMOUNT_PX = 205;

interface FiguresProps {
  /** Narrowest column. */
  widthMinPx?: number;
  children: ReactNode;
}

/** A grid of figures, with as many columns as fit. */
export function Figures({ widthMinPx = 150, children }: FiguresProps) {
  return (
    <Box
      component="dl"
      sx={{
        ...{ m: 0, display: 'grid', columnGap: 2.5, rowGap: 0 },
        gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${widthMinPx}px), 1fr))`,
      }}
    >
      {children}
    </Box>
  );
}
