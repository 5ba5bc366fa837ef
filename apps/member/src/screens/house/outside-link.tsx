import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from './house.module.css';

/** Link to an external page, opened in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations('house');
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.outside}>
      <bdi>{children}</bdi>
      <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="visually-hidden"> {t('newPage')}</span>
    </a>
  );
}
