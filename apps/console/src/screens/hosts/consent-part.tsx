import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type FullHost, makeHostLink } from '../../api/library/hosts.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { PrivateLink } from './private-link.tsx';

/** The host's own consent, which staff cannot give, and the private link for giving and withdrawing it. */
export function ConsentPart({ host, mayChange }: { host: FullHost; mayChange: boolean }) {
  const t = useText();
  const times = useTimes();
  const [isAsking, setIsAsking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const act = useAct(() => makeHostLink(host.id), {
    onDone(made) {
      setIsAsking(false);
      setLink(made);
    },
  });
  const { format } = new Intl.DateTimeFormat(useLanguage()[0], { weekday: 'long', timeZone: 'UTC' });
  // 6 January 2020 was a Monday, day 1.
  const weekdays = host.weekdays.map((day) => format(Date.UTC(2020, 0, 5 + day))).join(', ');
  const until = (ms: number | null) => (ms === null ? '–' : t('hosts.until', { at: times.minute(ms) }));
  return (
    <Section
      title={t('hosts.consent')}
      actions={mayChange ? <Button onClick={() => setIsAsking(true)}>{t('hosts.makeLink')}</Button> : null}
    >
      <Stack spacing={1.5}>
        <Typography color="textSecondary">{t('hosts.consentAbout')}</Typography>
        <Facts>
          <Fact label={t('hosts.saidYes')}>
            {host.consentUntilMs === null ? t('hosts.noYes') : until(host.consentUntilMs)}
          </Fact>
          <Fact label={t('hosts.link')}>
            {host.linkExpiresAtMs === null ? t('hosts.noLink') : until(host.linkExpiresAtMs)}
          </Fact>
          <Fact label={t('hosts.verificationKind.identity')}>{until(host.identityUntilMs)}</Fact>
          <Fact label={t('hosts.verificationKind.age')}>{until(host.ageUntilMs)}</Fact>
          <Fact label={t('hosts.weekdays')}>{weekdays === '' ? t('hosts.noDays') : weekdays}</Fact>
          {host.daysOff.length === 0 ? null : <Fact label={t('hosts.daysOff')}>{host.daysOff.join(', ')}</Fact>}
        </Facts>
      </Stack>
      <ActDialog
        open={isAsking}
        title={t('hosts.makeLink')}
        about={<Typography>{t('hosts.makeLinkAbout')}</Typography>}
        act={t('hosts.makeLink')}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      />
      {link === null ? null : <PrivateLink link={link} onClose={() => setLink(null)} />}
    </Section>
  );
}
