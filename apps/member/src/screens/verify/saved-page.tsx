import Download from 'lucide-react/icons/download';
import { useTranslations } from 'use-intl';
import { Section } from '../../ui/section/section.tsx';
import styles from './verify.module.css';

const PAGE = '/verifier.html';

/** Link to the checking page as one file, for when the house is offline or not trusted. */
export function SavedPage() {
  const t = useTranslations('verify');
  return (
    <Section title={t('savedPage')}>
      <p className={styles.soft}>{t('savedPageText')}</p>
      <a className={styles.download} href={PAGE} download="tercet-verifier.html">
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('savePage')}
      </a>
    </Section>
  );
}
