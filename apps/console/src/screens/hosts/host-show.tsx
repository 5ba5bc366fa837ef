import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { FullHost } from '../../api/library/hosts.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { ConsentPart } from './consent-part.tsx';
import { HostActs } from './host-acts.tsx';
import { HostChip } from './host-chip.tsx';
import { PicturesPart } from './pictures-part.tsx';
import { ProfilePart } from './profile-part.tsx';
import { useHostName } from './use-host-name.ts';
import { VerificationPart } from './verification-part.tsx';
import { WaitingWords } from './waiting-words.tsx';

/** One host: public profile, unmet requirements, pending reviews and consent. */
export function HostShow() {
  return <ShowPage<FullHost>>{(host) => <HostPage key={host.id} host={host} />}</ShowPage>;
}

function HostPage({ host }: { host: FullHost }) {
  const t = useText();
  const nameOf = useHostName();
  const words = useHouseWords();
  const mayChange = useMay()('PUT /api/console/hosts/{id}') && host.removedAtMs === null;
  return (
    <Stack spacing={2}>
      <BackLink to="/hosts">{t('hosts.title')}</BackLink>
      <PageHead title={nameOf(host)} about={words(host.city, 'name')}>
        <HostChip host={host} />
        {mayChange ? <HostActs host={host} /> : null}
      </PageHead>
      <UnmetRequirements host={host} />
      {host.draft === null ? null : <WaitingWords key={host.draftVersion} host={host} mayChange={mayChange} />}
      <ProfilePart host={host} mayChange={mayChange} />
      <PicturesPart host={host} mayChange={mayChange} />
      <VerificationPart host={host} mayChange={mayChange} />
      <ConsentPart host={host} mayChange={mayChange} />
    </Stack>
  );
}

/** Unmet requirements that hide the profile, and since when. */
function UnmetRequirements({ host }: { host: FullHost }) {
  const t = useText();
  const times = useTimes();
  const { unmet, hiddenAtMs, barredAtMs, pausedAtMs, removedAtMs } = host;
  if (removedAtMs !== null) {
    return (
      <Alert severity="info" variant="outlined">
        {t('hosts.removedAt', { at: times.minute(removedAtMs) })}
      </Alert>
    );
  }
  if (unmet.length === 0) return null;
  const since = [
    ...(hiddenAtMs === null ? [] : [t('hosts.hiddenAt', { at: times.minute(hiddenAtMs) })]),
    ...(barredAtMs === null ? [] : [t('hosts.barredAt', { at: times.minute(barredAtMs) })]),
    ...(pausedAtMs === null ? [] : [t('hosts.pausedAt', { at: times.minute(pausedAtMs) })]),
  ];
  return (
    <Section title={t('hosts.unmet')}>
      <Stack component="ul" spacing={0.5} sx={{ m: 0, pl: 2.5 }}>
        {unmet.map((one) => (
          <li key={one}>{t(`hosts.requirementAbout.${one}`)}</li>
        ))}
        {since.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </Stack>
    </Section>
  );
}
