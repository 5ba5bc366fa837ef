import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import styles from './update-bar.module.css';

/** Offers the update. The member chooses when, so that nothing changes during an action. */
export function UpdateBar({ worker, onLater }: { worker: ServiceWorker; onLater(): void }) {
  const t = useTranslations('newer');
  function take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    worker.postMessage({ what: 'take-over' });
  }
  return (
    <div role="status" className={styles.bar}>
      <p>{t('text')}</p>
      <div className={styles.acts}>
        <Button onClick={take}>{t('take')}</Button>
        <Button look="quiet" onClick={onLater}>
          {t('later')}
        </Button>
      </div>
    </div>
  );
}
