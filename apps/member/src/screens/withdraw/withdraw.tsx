import { useQuery, useQueryClient } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { useTranslations } from 'use-intl';
import { personQuery } from '../../api/account/person.ts';
import { walletQuery } from '../../api/money/wallet.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Payee, Wallet } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { Checklist, isReady } from '../../features/person/checklist.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { IconLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { EmptyBalance } from './empty-balance.tsx';
import { WithdrawDesk } from './withdraw-desk.tsx';

/** `/Withdraw`: withdraws money. No switch disables it, it has no fee, and it cannot be cancelled. */
export function Withdraw() {
  const t = useTranslations();
  const client = useQueryClient();
  const wallet = useQuery(walletQuery());
  const person = useQuery(personQuery());
  const error = wallet.error ?? person.error;
  const refresh = () =>
    Promise.all(
      [keys.wallet, keys.person].map((queryKey) => client.refetchQueries({ queryKey }, { throwOnError: true })),
    );
  return (
    <Screen
      title={t('titles.withdraw')}
      back={paths.mine()}
      onRefresh={refresh}
      action={
        <IconLink to={paths.withdrawRecord()} label={t('titles.withdrawRecord')}>
          <History size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconLink>
      }
    >
      <div className={moneyPage.page}>
        {wallet.data !== undefined && person.data !== undefined ? (
          <Desk wallet={wallet.data} payee={person.data.payee} />
        ) : error === null ? (
          <Skeleton blocks={[64, 120, 92, 260]} />
        ) : (
          <Failed error={error} onRetry={() => void Promise.all([wallet.refetch(), person.refetch()])} />
        )}
      </div>
    </Screen>
  );
}

/** The next step: an unmet requirement, or the amount. */
function Desk({ wallet, payee }: { wallet: Wallet; payee: Payee | null }) {
  const t = useTranslations('withdraw');
  if (!isReady(wallet.ready) || payee === null) {
    return (
      <>
        <Checklist ready={wallet.ready} from={paths.withdraw()} title={t('firstTitle')} text={t('firstText')} />
        <PlayNote />
      </>
    );
  }
  if (wallet.availableMinor === '0') return <EmptyBalance wallet={wallet} />;
  return <WithdrawDesk wallet={wallet} payee={payee} />;
}
