import { useTranslations } from 'use-intl';
import type { Privacy } from '../../api/shared/types.ts';
import { Section } from '../../ui/section/section.tsx';
import styles from './privacy.module.css';

const WORDED = ['club', 'witnesses', 'beacon', 'card', 'service'] as const;

/** Every server that the app calls now. The content security policy comes from the same table. */
export function CalledHosts({ hosts }: Pick<Privacy, 'hosts'>) {
  const t = useTranslations('privacyPage.hosts');
  return (
    <Section title={t('title')}>
      <p>{t('text')}</p>
      <ul className={styles.list}>
        {WORDED.flatMap((use) => hosts.filter((host) => host.use === use).map(({ origins }) => ({ use, origins }))).map(
          ({ use, origins }) => (
            <li key={use} className={styles.entry}>
              <span>{t(`use.${use}`)}</span>
              <bdi dir="ltr" className={styles.names}>
                {(use === 'club' ? [location.origin] : origins).join(', ')}
              </bdi>
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}
