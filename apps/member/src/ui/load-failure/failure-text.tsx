import { useTranslations } from 'use-intl';
import { Button } from '../button/button.tsx';
import styles from './failure-text.module.css';
import { askAgain, failureReason } from './load-failure.ts';

/** Explains to the member why a part of the app failed to load. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations();
  return (error) =>
    ({
      'no-line': t('errors.offline'),
      away: t('errors.internal'),
      missing: t('broken.missing'),
      renewed: t('newer.text'),
      broken: t('broken.text'),
    })[failureReason(error)];
}

interface FailureActionProps {
  error: unknown;
  /** `link`: inside a line of text. */
  look?: 'button' | 'link';
}

/** Button that retries, or reloads the page if only that helps. */
export function FailureAction({ error, look = 'button' }: FailureActionProps) {
  const t = useTranslations();
  const because = failureReason(error);
  const needsReload = because === 'renewed' || because === 'broken';
  const act = needsReload ? () => window.location.reload() : askAgain;
  const words = needsReload ? t('broken.reload') : t('actions.retry');
  return look === 'button' ? (
    <Button onClick={act}>{words}</Button>
  ) : (
    <button type="button" className={styles.link} onClick={act}>
      {words}
    </button>
  );
}
