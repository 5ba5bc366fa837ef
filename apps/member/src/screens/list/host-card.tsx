import { useTranslations } from 'use-intl';
import { hostPictureUrl } from '../../api/library/guide.ts';
import type { Host } from '../../api/shared/types.ts';
import { HostPicture } from '../../features/hosts/host-picture.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './list.module.css';

/** A host in a list: picture, name and services. Example profiles are marked. */
export function HostCard({ host, onBroken }: { host: Host; onBroken(): void }) {
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
