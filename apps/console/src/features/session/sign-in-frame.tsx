import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Sign } from '../../ui/sign.tsx';

interface SignInFrameProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** Card on an empty page, for signing in and for the lock. */
export function SignInFrame({ title, about, children }: SignInFrameProps) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: { xs: 'start center', sm: 'center' },
        bgcolor: 'background.default',
        px: 2,
        py: { xs: 4, sm: 2 },
      }}
    >
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 2.5, sm: 4 } }}>
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 1 }}>
          <Sign size={28} />
          <Typography component="h1" variant="h5">
            {title}
          </Typography>
        </Stack>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {about}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
}
