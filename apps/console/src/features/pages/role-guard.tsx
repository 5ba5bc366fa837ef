import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { Act } from '../../api/staff/session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useText } from '../language/use-text.ts';
import { EmptyList } from '../list/list-states.tsx';
import { useMay } from '../session/store.ts';

/** A form for roles that may submit it. Other roles, which can only reach it by URL, see an explanation. */
export function RoleGuard({ needs, children }: { needs: Act; children: ReactNode }) {
  const t = useText();
  if (useMay()(needs)) return children;
  return (
    <Stack spacing={2}>
      <PageHead title={t('lost.title')} />
      <EmptyList text={t('lost.about')} />
    </Stack>
  );
}
