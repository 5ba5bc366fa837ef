import { useQuery } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import { useTranslations } from 'use-intl';
import { guideQuery } from '../../api/library/guide.ts';
import type { Guide } from '../../api/shared/types.ts';
import { SERVICES, ServiceSign } from '../../features/hosts/services.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './choose.module.css';

const SECTIONS = ['offers', 'sameCity', 'served', 'booking', 'reporting'] as const;

/** Explains the services of hosts and how the guide works. Staff write the texts. */
export function GuidePage() {
  const { data, error, refetch } = useQuery(guideQuery());
  const t = useTranslations('guide');
  return (
    <div className={styles.guide}>
      <Section title={t('services')}>
        <Services />
      </Section>
      {data !== undefined ? (
        <Sections sections={data.sections} />
      ) : error === null ? (
        <Skeleton blocks={[120, 120, 120]} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
      <MyReports />
    </div>
  );
}

function Services() {
  const t = useTranslations('hosts');
  return (
    <ul className={styles.services}>
      {SERVICES.map((service) => (
        <li key={service} className={styles.service}>
          <ServiceSign service={service} size={22} />
          <span>
            <span className={styles.serviceName}>{t(`service.${service}`)}</span>
            <br />
            <span className={styles.told}>{t(`serviceText.${service}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sections({ sections }: { sections: Guide['sections'] }) {
  const t = useTranslations('guide');
  if (sections === null) return <p className={styles.told}>{t('noGuide')}</p>;
  return SECTIONS.map((name) => (
    <Section key={name} title={t(`section.${name}`)}>
      <p className={styles.text} dir="auto">
        {sections[name]}
      </p>
    </Section>
  ));
}

function MyReports() {
  const t = useTranslations('guide');
  const session = useSession();
  if (session.status !== 'member') return null;
  return (
    <Rows>
      <RowLink
        to={paths.hostReports()}
        icon={<Flag size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('reports')}
      />
    </Rows>
  );
}
