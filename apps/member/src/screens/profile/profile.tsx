import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { hostPictureUrl, hostQuery, lookAgain } from '../../api/library/guide.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Host } from '../../api/shared/types.ts';
import { FavouriteButton } from '../../features/hosts/favourite-button.tsx';
import { HostView } from '../../features/hosts/host-view.tsx';
import { useMyReport } from '../../features/hosts/my-report.ts';
import { ReportSheet } from '../../features/hosts/report-sheet.tsx';
import { useLinkedName } from '../../features/links/linked-name.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { ShareLink } from '../../features/share/share-link.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { Acts } from './acts.tsx';
import { BookingPanel } from './booking-panel.tsx';
import styles from './profile.module.css';
import { ReportedNote } from './reported-note.tsx';

/** Desktops show the booking beside the profile. */
const DESKTOP = matchMedia('(min-width: 1024px)');

/** `/Profile?id&name&adsid`: one host. `adsid`: id of the city that Back leads to. */
export function Profile() {
  const t = useTranslations('hosts');
  const client = useQueryClient();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const city = params.get('adsid');
  const query = useQuery(hostQuery(id));
  const [reporting, setReporting] = useState(false);
  const [booking, setBooking] = useState(false);
  const isDesktop = useMedia(DESKTOP);
  const host = query.data;
  // Last known name, since the report sheet may outlive the profile.
  const [name, setName] = useState(useLinkedName());
  if (host && host.name !== name) setName(host.name);
  const back = city === null || city === '' ? paths.choose() : paths.list({ id: city });
  return (
    <Screen
      title={host === null || name === '' ? t('title') : name}
      back={back}
      onRefresh={() => client.refetchQueries({ queryKey: keys.host(id) }, { throwOnError: true })}
      action={host ? <Heads host={host} /> : undefined}
      {...(host && isDesktop
        ? { aside: <Beside host={host} onReport={() => setReporting(true)} /> }
        : host
          ? { foot: <Acts onBook={() => setBooking(true)} onReport={() => setReporting(true)} /> }
          : {})}
    >
      {host === undefined ? (
        query.error === null ? (
          <Skeleton blocks={[420, 64, 120]} />
        ) : (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : host === null ? (
        <Gone id={id} back={back} />
      ) : (
        <Shown host={host} onBroken={() => void lookAgain(client)} />
      )}
      {host && !isDesktop ? (
        <Sheet open={booking} onOpenChange={setBooking} title={t('booking.title', { name: host.name })}>
          <BookingPanel host={host} />
        </Sheet>
      ) : null}
      <ReportSheet open={reporting} onOpenChange={setReporting} host={{ id, name }} />
    </Screen>
  );
}

function Heads({ host }: { host: Host }) {
  return (
    <>
      <ShareLink title={host.name} path={paths.profile(host)} />
      <FavouriteButton host={host} />
    </>
  );
}

function Beside({ host, onReport }: { host: Host; onReport(): void }) {
  const t = useTranslations('hosts');
  return (
    <div className={styles.beside}>
      <h2 className={styles.besideTitle}>{t('booking.title', { name: host.name })}</h2>
      <BookingPanel host={host} />
      <Acts onReport={onReport} />
    </div>
  );
}

function Shown({ host, onBroken }: { host: Host; onBroken(): void }) {
  const report = useMyReport(host.id);
  return (
    <div className={styles.page}>
      {report?.state === 'waiting' ? <ReportedNote report={report} /> : null}
      <HostView
        host={host}
        pictures={host.pictures.map((id) => ({ id, url: hostPictureUrl(host.id, id) }))}
        onBroken={onBroken}
      />
    </div>
  );
}

function Gone({ id, back }: { id: string; back: string }) {
  const t = useTranslations('hosts');
  const report = useMyReport(id);
  return (
    <div className={styles.page}>
      <Notice
        sign={<UserRoundX size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('gone')}
        actions={<ButtonLink to={back}>{t('others')}</ButtonLink>}
      >
        <p role="status">{t('goneText')}</p>
      </Notice>
      {report === null ? null : <ReportedNote report={report} />}
    </div>
  );
}
