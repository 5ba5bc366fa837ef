import { useTranslations } from 'use-intl';
import { hostPictureUrl } from '../../api/library/guide.ts';
import type { Host } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './host-card.module.css';
import { HostPicture } from './host-picture.tsx';

/** A host in a list: picture, name and services. Example profiles are marked. */
function HostCard({ host, onBroken }: { host: Host; onBroken(): void }) {
  const t = useTranslations('hosts');
  const [picture] = host.pictures;
  return (
    <Link to={paths.profile(host)} className={styles.card}>
      <span className={styles.cover}>
        <HostPicture lazy url={picture === undefined ? null : hostPictureUrl(host.id, picture)} onBroken={onBroken} />
        {host.example ? <span className={styles.example}>{t('example')}</span> : null}
      </span>
      <span className={styles.name}>
        <bdi>{host.name}</bdi>
      </span>
      <span className={styles.services}>{host.services.map((service) => t(`service.${service}`)).join(' · ')}</span>
    </Link>
  );
}

/** Hosts side by side: two on a phone, four on a desktop. */
export function HostGrid({ hosts, onBroken }: { hosts: readonly Host[]; onBroken(): void }) {
  return (
    <ul className={styles.grid}>
      {hosts.map((host) => (
        <li key={host.id}>
          <HostCard host={host} onBroken={onBroken} />
        </li>
      ))}
    </ul>
  );
}
