import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { limitsQuery, noteLimitsReviewed } from '../../api/account/limits.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useAct } from '../forms/use-act.ts';
import { useNow } from '../live/now.ts';
import styles from './review-line.module.css';
import { storeLimits } from './store-limits.ts';

/**
 * Asks half a year after the last review whether the limits still fit. Empty until then, and for members without
 * limits.
 */
export function ReviewLine({ here = false }: { here?: boolean }) {
  const t = useTranslations('limits');
  const client = useQueryClient();
  const reviewAtMs = useQuery(limitsQuery()).data?.reviewAtMs ?? null;
  const due = useNow((nowMs) => reviewAtMs !== null && reviewAtMs <= nowMs);
  const { busy, problemText, act } = useAct(async () => storeLimits(client, await noteLimitsReviewed()));
  if (!due) return null;
  return (
    <section className={styles.line} aria-label={t('title')}>
      <p>{t('review')}</p>
      <div className={styles.ways}>
        <Button look="quiet" busy={busy} onClick={act}>
          {t('stillFit')}
        </Button>
        {here ? null : (
          <ButtonLink look="quiet" to={paths.limits()}>
            {t('lookAtThem')}
          </ButtonLink>
        )}
      </div>
      <FormProblem text={problemText} />
    </section>
  );
}
