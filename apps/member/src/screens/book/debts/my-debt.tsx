import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BalanceCheck } from '../../../features/book/balance-check.ts';
import {
  owedChecksQuery,
  useBalanceCheck,
  useConfirmSum,
  useForgetCheck,
} from '../../../features/book/use-balance-check.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { useOwnPin } from '../../../features/pins/use-pin.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { saveAsFile } from '../../../features/receipts/receipt-text.ts';
import { useSession } from '../../../features/session/use-session.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Link } from '../../../ui/link/link.tsx';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { BalanceStepRow } from './balance-step.tsx';
import styles from './debts.module.css';

/** Checks that the member's balance is included in the debts that the house publishes. */
export function MyDebt() {
  const t = useTranslations('book.debts.own');
  const session = useSession();
  return (
    <Section title={t('title')}>
      {session.status === 'member' ? (
        <Checked userName={session.me.userName} />
      ) : (
        <div className={styles.card}>
          <p className={styles.soft}>{t('visitor')}</p>
          <ButtonLink look="quiet" to={paths.login(paths.book({ tab: 'debts' }))}>
            {t('signIn')}
          </ButtonLink>
        </div>
      )}
    </Section>
  );
}

const MARKS: Record<BalanceCheck['verdict'], MarkState> = {
  verified: 'checked',
  'time-not-proven': 'unproven',
  pending: 'open',
  incomplete: 'incomplete',
  breach: 'breach',
};

function Checked({ userName }: { userName: string }) {
  const t = useTranslations('book.debts.own');
  const stored = useQuery(owedChecksQuery(userName)).data ?? [];
  const { data: check, error, refetch } = useBalanceCheck(userName);
  // Earlier breaches stay visible until the member dismisses them.
  const broken = stored.filter(({ verdict, date }) => verdict === 'breach' && date !== check?.date);
  return (
    <>
      {broken.map((one) => (
        <CheckCard key={one.date} check={one} />
      ))}
      {check === undefined ? (
        error === null ? (
          <Skeleton blocks={[240]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : check === null ? (
        <div className={styles.card}>
          <p className={styles.soft}>{t('none')}</p>
        </div>
      ) : (
        <CheckCard check={check} />
      )}
    </>
  );
}

function CheckCard({ check }: { check: BalanceCheck }) {
  const t = useTranslations('book.debts.own');
  const times = useTimes();
  const forget = useForgetCheck(check.userName);
  const [saved, setSaved] = useState(false);
  const isPinned = Boolean(useOwnPin());
  const { verdict } = check;
  const kind = isOnlyCompared(check) ? 'yours' : verdict;
  const mark = kind === 'yours' || (verdict === 'verified' && !isPinned) ? 'unpinned' : MARKS[verdict];
  return (
    <div className={styles.card} data-breach={verdict === 'breach' || undefined}>
      <div className={styles.head} role={verdict === 'breach' ? 'alert' : 'status'}>
        <Mark state={mark} size={36} silent />
        <div>
          <h3 className={styles.verdict}>{t(`${kind}.title`)}</h3>
          <p className={styles.soft}>{t(`${kind}.text`)}</p>
          {verdict === 'time-not-proven' ? <OwedGaps check={check} /> : null}
        </div>
      </div>
      {check.owedMinor === null ? null : (
        <p className={styles.large}>
          <Amount minor={check.owedMinor} wraps />
        </p>
      )}
      {check.isCompared || verdict === 'breach' ? null : <Compare check={check} />}
      <ol className={styles.steps} aria-label={t('steps')}>
        {check.steps.map((step) => (
          <BalanceStepRow key={step.id} step={step} />
        ))}
      </ol>
      {isPinned ? null : (
        <p className={styles.small}>
          {t('unpinned')} <Link to={paths.verify()}>{t('toPin')}</Link>
        </p>
      )}
      <p className={styles.small}>{t('checkedAt', { at: times.moment(check.checkedAtMs) })}</p>
      <Button
        look="quiet"
        wide
        onClick={() => {
          saveFile(check);
          setSaved(true);
        }}
      >
        {t('save')}
      </Button>
      {saved && verdict === 'breach' ? (
        <Button look="plain" wide onClick={() => void forget(check.date)}>
          {t('putAway')}
        </Button>
      ) : null}
    </div>
  );
}

/** True if only the member's confirmation of the sum is missing. */
function isOnlyCompared({ verdict, steps }: BalanceCheck): boolean {
  const missing = steps.filter(({ state, reason }) => state !== 'ok' && reason !== 'blocked');
  return verdict === 'incomplete' && missing.every(({ reason }) => reason === 'not-compared');
}

/** Asks the member to confirm the sum, since only they know their balance. */
function Compare({ check }: { check: BalanceCheck }) {
  const t = useTranslations('book.debts.own');
  const confirm = useConfirmSum(check.userName);
  if (check.owedMinor === null) return null;
  return (
    <div className={styles.compare}>
      <p>{t('compare')}</p>
      <Button look="quiet" wide onClick={() => void confirm(check)}>
        {t('isRight')}
      </Button>
      <ButtonLink look="plain" to={paths.account()}>
        {t('toStatement')}
      </ButtonLink>
    </div>
  );
}

/** Explains why no witness confirms that all members see the same total. */
function OwedGaps({ check: { timeGaps } }: { check: BalanceCheck }) {
  const t = useTranslations('book.debts.gap');
  return (
    <ul className={styles.gaps}>
      {timeGaps.map((gap) => (
        <li key={gap}>{t(gap === 'few-witnesses' ? 'few-witnesses' : 'no-witnesses')}</li>
      ))}
    </ul>
  );
}

/** Saves the file as served, to repeat the check elsewhere. */
function saveFile({ file, date, userName }: BalanceCheck): void {
  saveAsFile(`tercet-owed-${date ?? 'unknown'}-${userName}.json`, `${JSON.stringify(file, null, 2)}\n`);
}
