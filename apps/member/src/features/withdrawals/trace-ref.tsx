import Copy from 'lucide-react/icons/copy';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { Fact } from '../../ui/facts/facts.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './trace-ref.module.css';

/** The bank's reference of a withdrawal, as a fact that can be copied. */
export function TraceRef({ traceRef }: { traceRef: string }) {
  const t = useTranslations('withdrawals');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(traceRef);
      say(t('traceCopied'));
    } catch {
      say(t('traceCopyFailed'));
    }
  }
  return (
    <Fact label={t('traceRef')}>
      <span className={styles.ref}>
        <bdi dir="ltr" className={styles.text}>
          {traceRef}
        </bdi>
        <IconButton label={t('traceCopy')} className={styles.copy} onClick={() => void copy()}>
          <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </span>
      <p className={styles.note}>{t('traceNote')}</p>
    </Fact>
  );
}
