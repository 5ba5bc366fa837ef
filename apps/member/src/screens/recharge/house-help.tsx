import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { houseQuery } from '../../api/house/house.ts';
import styles from './house-help.module.css';

/** The house's own help with payments, in a disclosure. Null if it has none. */
export function HouseHelp() {
  const texts = useQuery(houseQuery()).data?.service?.texts;
  if (!texts || texts.helpTitle === '' || texts.helpText === '') return null;
  return (
    <details className={styles.help}>
      <summary className={styles.title}>
        <span dir="auto">{texts.helpTitle}</span>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
      </summary>
      <p className={styles.text} dir="auto">
        {texts.helpText}
      </p>
    </details>
  );
}
