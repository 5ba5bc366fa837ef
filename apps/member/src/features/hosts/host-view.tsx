import BadgeCheck from 'lucide-react/icons/badge-check';
import MapPin from 'lucide-react/icons/map-pin';
import Palette from 'lucide-react/icons/palette';
import { useTranslations } from 'use-intl';
import type { Host } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Section } from '../../ui/section/section.tsx';
import { AvailableDays } from './available-days.tsx';
import { Gallery } from './gallery.tsx';
import styles from './host-view.module.css';
import { ownLanguageName } from './language-name.ts';
import type { ShownPicture } from './picture-stage.tsx';
import { ServiceSign } from './services.tsx';

interface HostViewProps {
  host: Pick<Host, 'name' | 'about' | 'cityName' | 'services' | 'languages' | 'example' | 'weekdays' | 'daysOff'> & {
    /** Null if the house has not verified the host's identity. */
    verifiedAtMs: number | null;
  };
  pictures: readonly ShownPicture[];
  onBroken(): void;
}

/** A profile as members see it. */
export function HostView({ host, pictures, onBroken }: HostViewProps) {
  const t = useTranslations('hosts');
  return (
    <article className={styles.view}>
      <Gallery name={host.name} pictures={pictures} onBroken={onBroken} />
      <header className={styles.head}>
        <h2 className={styles.name}>
          <bdi>{host.name}</bdi>
        </h2>
        <p className={styles.city}>
          <MapPin size={16} strokeWidth={1.75} aria-hidden="true" />
          {host.cityName}
        </p>
      </header>
      {host.example ? (
        <p className={styles.example}>
          <Palette size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('exampleText')}
        </p>
      ) : null}
      <ul className={styles.services} aria-label={t('services')}>
        {host.services.map((service) => (
          <li key={service} className={styles.service}>
            <ServiceSign service={service} />
            {t(`service.${service}`)}
          </li>
        ))}
      </ul>
      <Verified atMs={host.verifiedAtMs} example={host.example} />
      <Section title={t('languages')}>
        <ul className={styles.languages}>
          {host.languages.map((code) => (
            <li key={code} lang={code} dir="auto" className={styles.language}>
              {ownLanguageName(code)}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('days')}>
        <AvailableDays host={host} />
      </Section>
      <Section title={t('about')}>
        <p className={styles.about} dir="auto">
          {host.about}
        </p>
      </Section>
    </article>
  );
}

function Verified({ atMs, example }: { atMs: number | null; example: boolean }) {
  const t = useTranslations('hosts');
  const times = useTimes();
  // Example hosts are drawings without documents to verify.
  if (atMs === null || example) return null;
  return (
    <div className={styles.verified}>
      <BadgeCheck size={22} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p className={styles.verifiedAt}>{t('verifiedAt', { day: times.day(atMs) })}</p>
        <p className={styles.soft}>{t('verifiedText')}</p>
      </div>
    </div>
  );
}
