import { useQuery, useQueryClient } from '@tanstack/react-query';
import IdCard from 'lucide-react/icons/id-card';
import Landmark from 'lucide-react/icons/landmark';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { walletQuery } from '../../api/money/wallet.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me, Wallet } from '../../api/shared/types.ts';
import { PlayFoot } from '../../features/house/play-foot.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { Checklist, isReady } from '../../features/person/checklist.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { AmountStep } from './amount-step.tsx';
import { FirstTopUp } from './first-top-up.tsx';
import { FundsStep } from './funds-step.tsx';
import { HouseHelp } from './house-help.tsx';
import { OpenTopUps } from './open-top-ups.tsx';
import styles from './recharge-desk.module.css';

export function RechargeDesk() {
  const t = useTranslations();
  const client = useQueryClient();
  const session = useSession();
  const wallet = useQuery(walletQuery());
  const refresh = () =>
    Promise.all([keys.wallet, keys.me, keys.allTopUps].map((queryKey) => client.refetchQueries({ queryKey })));
  return (
    <Screen title={t('titles.recharge')} back={paths.mine()} onRefresh={refresh}>
      <div className={moneyPage.page}>
        {wallet.data === undefined || session.me === null ? (
          wallet.isError ? (
            <Failed error={wallet.error} onRetry={() => void wallet.refetch()} />
          ) : (
            <Skeleton blocks={[44, 92, 44, 120, 260]} />
          )
        ) : (
          <>
            <OpenTopUps />
            <Desk me={session.me} wallet={wallet.data} />
            <HouseHelp />
          </>
        )}
      </div>
    </Screen>
  );
}

/** The next step: what blocks a top-up, or the amount. */
function Desk({ me, wallet }: { me: Me; wallet: Wallet }) {
  const t = useTranslations('recharge');
  const errors = useTranslations('errors');
  const { topUp, ready } = wallet;
  if (!topUp.open && IDENTITY_REASONS.has(topUp.reason ?? '')) return <IdentityFirst reason={topUp.reason ?? ''} />;
  if (!topUp.open) {
    const reason = topUp.reason as Parameters<typeof errors>[0] | null;
    const why = reason !== null && errors.has(reason) ? errors(reason) : t('closedText');
    return <Closed title={t('closed')} text={SAYS_OPEN.has(reason ?? '') ? why : `${why} ${t('withdrawalsOpen')}`} />;
  }
  if (!isReady(ready)) return <BeforeFirst ready={ready} />;
  if (BigInt(topUp.maxMinor) < BigInt(topUp.minMinor)) return <Closed title={t('full')} text={t('fullText')} />;
  return (
    <FirstTopUp>{topUp.fundsVersion === null ? <AmountStep me={me} wallet={wallet} /> : <FundsStep />}</FirstTopUp>
  );
}

/** What the house asks before the first top-up, when and why, above the steps themselves. */
function BeforeFirst({ ready }: { ready: Wallet['ready'] }) {
  const t = useTranslations('recharge');
  const isPlay = useQuery(houseQuery()).data?.mode === 'play';
  return (
    <>
      <Checklist ready={ready} from={paths.recharge()} title={t('firstTitle')} text={t('firstText')}>
        <dl className={styles.first}>
          <div>
            <dt>{t('firstWhen')}</dt>
            <dd>{t('firstWhenText')}</dd>
          </div>
          <div>
            <dt>{t('firstWhy')}</dt>
            <dd>{t('firstWhyText')}</dd>
          </div>
        </dl>
        {isPlay ? <p className={styles.note}>{t('firstPlay')}</p> : null}
      </Checklist>
      <PlayFoot />
    </>
  );
}

/** Reasons whose own text says that withdrawals stay open. */
const SAYS_OPEN = new Set(['payouts-unhealthy', 'ledger-wrong', 'register-excluded', 'register-unanswered']);
const IDENTITY_REASONS = new Set(['identity-needed', 'too-young', 'country-not-served']);

/** Asks for the identity check that a top-up requires. */
function IdentityFirst({ reason }: { reason: string }) {
  const t = useTranslations();
  const code = reason as 'identity-needed';
  return (
    <Notice
      sign={<IdCard size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('identity.ask.title')}
      actions={
        <>
          <ButtonLink to={paths.identity()}>{t('titles.identity')}</ButtonLink>
          <ButtonLink look="quiet" to={paths.withdraw()}>
            {t('titles.withdraw')}
          </ButtonLink>
        </>
      }
    >
      <p>{t(`errors.${code}`)}</p>
    </Notice>
  );
}

/** Explains why top-ups are closed, and that withdrawals stay open. */
function Closed({ title, text }: { title: string; text: string }) {
  const t = useTranslations();
  return (
    <>
      <Notice
        sign={<Landmark size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={title}
        actions={
          <ButtonLink look="quiet" to={paths.withdraw()}>
            {t('titles.withdraw')}
          </ButtonLink>
        }
      >
        <p>{text}</p>
      </Notice>
      <PlayFoot />
    </>
  );
}
