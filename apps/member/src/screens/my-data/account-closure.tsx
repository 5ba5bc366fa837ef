import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { personQuery } from '../../api/account/person.ts';
import { withdrawalsQuery } from '../../api/money/withdrawals.ts';
import type { Me } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import listStyles from '../../features/lists/list.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { WithdrawalRow } from '../../features/withdrawals/withdrawal-row.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './my-data.module.css';

/** State of a closing account: payouts on their way, and amounts still to be paid out. */
export function AccountClosure({ me }: { me: Me }) {
  const t = useTranslations('myData.leaving');
  const nothingLeft = me.availableMinor === '0' && me.heldMinor === '0';
  const Sign = nothingLeft ? CircleCheck : Hourglass;
  return (
    <>
      <section className={styles.leaving} aria-label={t('label')}>
        <Sign size={28} strokeWidth={1.5} aria-hidden="true" className={styles.leavingSign} />
        <h2 className={styles.leavingTitle}>{t(nothingLeft ? 'doneTitle' : 'title')}</h2>
        <p>{t(nothingLeft ? 'doneText' : 'text')}</p>
        {nothingLeft ? null : (
          <Facts>
            <Fact label={t('onItsWay')}>
              <Amount minor={me.heldMinor} />
            </Fact>
            <Fact label={t('toCome')}>
              <Amount minor={me.availableMinor} />
            </Fact>
          </Facts>
        )}
        <p className={styles.soft}>{t('openBets')}</p>
        {me.availableMinor === '0' ? null : <PayeeNeeded />}
      </section>
      <Payouts />
    </>
  );
}

/** Asks for a payout card if the payout waits only for that. */
function PayeeNeeded() {
  const t = useTranslations('myData.leaving');
  const person = useQuery(personQuery()).data;
  if (person === undefined || person.payee !== null) return null;
  return (
    <>
      <p>{t('payeeNeeded')}</p>
      <ButtonLink to={paths.bindCard(paths.myData())}>{t('bind')}</ButtonLink>
    </>
  );
}

const SHOWN = 5;

function Payouts() {
  const t = useTranslations('myData.leaving');
  const navigate = useNavigate();
  const { data, error, refetch } = useInfiniteQuery(withdrawalsQuery(null));
  const closing = (data?.pages.flatMap(({ items }) => items) ?? []).filter((one) => one.closing);
  return (
    <Section title={t('payouts')} more={{ to: paths.withdrawRecord(), label: t('all') }}>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[72]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : closing.length === 0 ? (
        <p className={styles.soft}>{t('none')}</p>
      ) : (
        <ul className={listStyles.list}>
          {closing.slice(0, SHOWN).map((withdrawal) => (
            <WithdrawalRow
              key={withdrawal.id}
              withdrawal={withdrawal}
              onOpen={() => void navigate(paths.withdrawRecord({ id: withdrawal.id }))}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
