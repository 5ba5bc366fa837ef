import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTitlePrefix } from './title-prefix.ts';

/** Page heading. Takes the focus for keyboard users and sets the document title. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  const prefix = useTitlePrefix();
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <title>{`${prefix}${title} · Tercet`}</title>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography component="h1" variant="h5" tabIndex={-1} sx={{ width: 'fit-content', borderRadius: 0.5 }}>
          {title}
        </Typography>
        {about ? <Typography color="textSecondary">{about}</Typography> : null}
      </Box>
      {children}
    </Box>
  );
}
