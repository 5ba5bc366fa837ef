import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Member } from '../../api/members/members.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

/** The member's active sessions. */
export function SessionList({ sessions: { items, total } }: Pick<Member, 'sessions'>) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('members.sessions')}>
      {items.length === 0 ? <Typography color="textSecondary">{t('members.noSessions')}</Typography> : null}
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ id, device, address, startedAtMs, usedAtMs }) => (
          <li key={id}>
            <Typography>
              {[device.browser, device.system, address].filter((one) => one !== null).join(' · ') ||
                t('members.deviceUnknown')}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {t('members.sessionTimes', { from: times.minute(startedAtMs), used: times.minute(usedAtMs) })}
            </Typography>
          </li>
        ))}
      </Stack>
      {total > items.length ? (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('list.total', { count: total })}
        </Typography>
      ) : null}
    </Section>
  );
}
