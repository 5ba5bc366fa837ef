import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { HostView } from '../../features/hosts/host-view.tsx';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import styles from './host.module.css';
import { type MyProfileProps, myPictureQuery } from './my-profile-query.ts';

/** The profile as members see it, with approved texts and pictures only. */
export function MyPreview({ link, profile }: MyProfileProps) {
  const t = useTranslations('hostLink.view');
  const { locale } = useLocaleControl();
  const shown = profile.pictures.filter(({ state }) => state === 'shown');
  const urls = useQueries({ queries: shown.map(({ id }) => myPictureQuery(link, id)) });
  const texts = profile.texts ?? {};
  const words = texts[locale] ?? texts.en ?? Object.values(texts)[0];
  if (words === undefined) return <p className={styles.card}>{t('noWords')}</p>;
  return (
    <div className={styles.card}>
      <p className={styles.soft}>{t('text')}</p>
      <HostView
        host={{ ...profile, ...words }}
        pictures={shown.map(({ id }, index) => ({ id, url: urls[index]?.data ?? null }))}
        onBroken={() => {}}
      />
    </div>
  );
}
