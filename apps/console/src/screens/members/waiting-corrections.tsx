import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { Member } from '../../api/members/members.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';

/** Pending corrections of the member's balance; renders nothing if there are none. */
export function WaitingCorrections({ waiting }: { waiting: Member['waitingCorrections'] }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const mayRead = useMay()('GET /api/console/proposals/{id}');
  if (waiting.length === 0) return null;
  return (
    <Section title={t('corrections.waiting')}>
      <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {waiting.map(({ id, direction, amountMinor, reference, proposedAtMs }) => {
          const words = `${t(`corrections.${direction}`)}: ${money(amountMinor)}`;
          return (
            <li key={id}>
              {mayRead ? (
                <Link component={RouterLink} to={`/proposals/${id}/show`}>
                  {words}
                </Link>
              ) : (
                words
              )}
              <Typography
                variant="caption"
                color="textSecondary"
                sx={{ display: 'block', overflowWrap: 'anywhere' }}
              >{`${reference} · ${times.minute(proposedAtMs)}`}</Typography>
            </li>
          );
        })}
      </Stack>
    </Section>
  );
}
