import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { BackLink } from '../pages/back-link.tsx';
import { MemberPanel } from './member-panel.tsx';

interface DecisionPageProps {
  back: { to: string; name: string };
  title: string;
  /** The subject in one sentence. */
  about?: string | undefined;
  /** State of the item, and acts that are no decision. */
  state: ReactNode;
  /** Null if the decision concerns no member. */
  member: { id: string; userName: string; isNameHidden?: boolean } | null;
  /** Facts, what the first person said, the choices, and the next item, in this order. */
  children: ReactNode;
}

/** The layout of every decision: the subject in words, what decides it, and its member beside it; below on phones. */
export function DecisionPage({ back, title, about, state, member, children }: DecisionPageProps) {
  return (
    <Stack spacing={2}>
      <BackLink to={back.to}>{back.name}</BackLink>
      <PageHead title={title} about={about}>
        {state}
      </PageHead>
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: member === null ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 300px',
          },
        }}
      >
        <Stack spacing={2} sx={{ gridRow: { lg: 1 }, gridColumn: { lg: 1 }, minWidth: 0 }}>
          {children}
        </Stack>
        {member === null ? null : (
          <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 } }}>
            <MemberPanel memberId={member.id} userName={member.userName} isNameHidden={member.isNameHidden ?? false} />
          </Box>
        )}
      </Box>
    </Stack>
  );
}
