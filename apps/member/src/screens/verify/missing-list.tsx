import type { MissingEvidence, Provider } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import { openText } from './use-reason-text.ts';
import styles from './verdict-head.module.css';

const PROVIDERS = ['house', 'witnesses', 'reader'] as const satisfies readonly Provider[];

/** Missing evidence, ordered by who should provide it. */
export function MissingList({ missing }: { missing: readonly MissingEvidence[] }) {
  const t = useTranslations('verify');
  const ordered = PROVIDERS.flatMap((provider) => missing.filter(({ from }) => from === provider));
  return (
    <ul className={styles.gaps}>
      {ordered.map(({ reason }) => (
        <li key={reason}>{openText(t, reason)}</li>
      ))}
    </ul>
  );
}
