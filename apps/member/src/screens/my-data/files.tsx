import FileBraces from 'lucide-react/icons/file-braces';
import FileText from 'lucide-react/icons/file-text';
import { useTranslations } from 'use-intl';
import { dataFiles } from '../../api/account/my-data.ts';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { ButtonFile } from '../../ui/button/button.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './my-data.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Downloads of all data, readable and machine-readable. */
export function Files() {
  const t = useTranslations('myData.files');
  const { locale } = useLocaleControl();
  return (
    <Section title={t('title')}>
      <p className={styles.soft}>{t('text')}</p>
      <ButtonFile look="quiet" wide href={dataFiles.page(locale)}>
        <FileText {...ICON} />
        {t('page')}
      </ButtonFile>
      <ButtonFile look="quiet" wide href={dataFiles.json()}>
        <FileBraces {...ICON} />
        {t('json')}
      </ButtonFile>
      <p className={styles.small}>{t('note')}</p>
    </Section>
  );
}
