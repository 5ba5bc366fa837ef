import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { confirmLimit, dropLimit } from '../../api/account/limits.ts';
import type { Limit, LimitKind } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { storeLimits } from '../../features/limits/store-limits.ts';
import { useNow } from '../../features/live/now.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './limits.module.css';
import { useLimitText } from './use-limit-text.ts';

interface RequestedLimitProps {
  kind: LimitKind;
  asked: NonNullable<Limit['asked']>;
  readOnly: boolean;
}

/** A requested looser limit. It takes effect only after a second confirmation. */
export function RequestedLimit({ kind, asked: requested, readOnly }: RequestedLimitProps) {
  const t = useTranslations('limits');
  const client = useQueryClient();
  const text = useLimitText();
  const { minute } = useTimes();
  const due = useNow((nowMs) => nowMs >= requested.confirmableAtMs);
  const confirm = useAct(async () => storeLimits(client, await confirmLimit(kind, requested.id)));
  const drop = useAct(async () => storeLimits(client, await dropLimit(kind, requested.id)));
  const busy = confirm.busy || drop.busy;
  return (
    <div className={styles.asked}>
      <p>
        {t(due ? 'askedDue' : 'asked', {
          value: requested.value === null ? t('noLimit') : text(kind, requested.value),
          time: minute(requested.confirmableAtMs),
          until: minute(requested.confirmableUntilMs),
        })}
      </p>
      {readOnly ? null : (
        <div className={styles.ways}>
          <SpendButton look="quiet" disabled={!due} busy={busy} onClick={confirm.act}>
            {t('confirm')}
          </SpendButton>
          <SpendButton look="quiet" busy={busy} onClick={drop.act}>
            {t('forgetIt')}
          </SpendButton>
        </div>
      )}
      <FormProblem text={confirm.problemText ?? drop.problemText} />
    </div>
  );
}
