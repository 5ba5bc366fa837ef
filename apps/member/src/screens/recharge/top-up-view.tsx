import { useQuery, useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslations } from 'use-intl';
import { topUpQuery, walletQuery } from '../../api/money/wallet.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { TopUp } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { leaveForProvider } from '../../features/provider/leave-for-provider.ts';
import { useSession } from '../../features/session/use-session.ts';
import { TopUpDetails } from '../../features/top-ups/top-up-details.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './top-up-view.module.css';
import { useProviderName } from './use-provider-name.ts';

/** Live state of a top-up, and its actions. */
export function TopUpView({ id }: { id: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const query = useQuery(topUpQuery(id));
  const refresh = () => Promise.all([keys.me, keys.topUp(id)].map((queryKey) => client.refetchQueries({ queryKey })));
  const isUnknown = isNowhere(query.error);
  return (
    <Screen title={t('titles.recharge')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        {query.data !== undefined ? (
          <Ready topUp={query.data} />
        ) : isUnknown ? (
          <Unknown />
        ) : query.isError ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton blocks={[40, 48, 64, 120]} />
        )}
      </div>
    </Screen>
  );
}

function Ready({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('money');
  const { me } = useSession();
  return (
    <>
      <section className={styles.card}>
        <TopUpDetails topUp={topUp} />
      </section>
      {me === null ? null : (
        <p className={styles.balance}>
          {t('available')} <Amount minor={me.availableMinor} className={styles.strong} />
        </p>
      )}
      <div className={styles.foot}>
        <Ways topUp={topUp} />
        <PlayNote />
      </div>
    </>
  );
}

/** Links: an unpaid top-up leads to its payment page, the others to Mine and to a new top-up. */
function Ways({ topUp: { state, checkoutUrl } }: { topUp: TopUp }) {
  const t = useTranslations('recharge');
  const provider = useProviderName(useQuery(walletQuery()).data?.topUp.provider ?? '');
  const done = (
    <ButtonLink wide look={state === 'credited' ? 'primary' : 'quiet'} to={paths.mine()}>
      {t('toMine')}
    </ButtonLink>
  );
  if (state === 'created' && checkoutUrl !== null) {
    return (
      <>
        <Button wide onClick={() => leaveForProvider(checkoutUrl)}>
          {t('goOn', { provider })}
        </Button>
        <ButtonLink wide look="quiet" to={paths.recharge()}>
          {t('another')}
        </ButtonLink>
      </>
    );
  }
  if (state === 'failed' || state === 'expired' || state === 'created') {
    return (
      <>
        <ButtonLink wide to={paths.recharge()}>
          {t('again')}
        </ButtonLink>
        {done}
      </>
    );
  }
  return (
    <>
      {done}
      {state === 'pending' ? null : (
        <ButtonLink wide look="plain" to={paths.recharge()}>
          {t('another')}
        </ButtonLink>
      )}
    </>
  );
}

function Unknown() {
  const t = useTranslations('recharge');
  return (
    <Notice
      sign={<SearchX size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('unknown')}
      actions={<ButtonLink to={paths.recharge()}>{t('another')}</ButtonLink>}
    >
      <p>{t('unknownText')}</p>
    </Notice>
  );
}
