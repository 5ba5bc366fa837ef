import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './book-strip.module.css';
import { owedChecksQuery, useBalanceCheck } from './use-balance-check.ts';
import { useBookNews } from './use-book-news.ts';

const HOUSE_ASKED_EVERY_MS = 15 * 60_000;

/** A strip that links to a problem that this phone found; renders nothing without one. */
export function BookStrip() {
  const t = useTranslations('book');
  const following = useBookNews().data?.following;
  const { me } = useSession();
  return (
    <div className={styles.region}>
      {following?.state === 'breach' ? <Strip to={paths.book()} text={t('breach.strip')} /> : null}
      {me === null ? null : <MyDebts userName={me.userName} />}
    </div>
  );
}

/** Checks the member's balance against each day's liabilities, once a day at the first opportunity. */
function MyDebts({ userName }: { userName: string }) {
  const t = useTranslations('book.debts.own');
  const latestDate = useQuery({ ...houseQuery(), refetchInterval: HOUSE_ASKED_EVERY_MS }).data?.liabilities.latestDate;
  const stored = useQuery(owedChecksQuery(userName)).data;
  const isDue = stored !== undefined && (latestDate ?? null) !== null && stored[0]?.date !== latestDate;
  const now = useBalanceCheck(userName, isDue).data;
  const isBroken = now?.verdict === 'breach' || stored?.some(({ verdict }) => verdict === 'breach');
  return isBroken ? <Strip to={paths.book({ tab: 'debts' })} text={t('strip')} /> : null;
}

function Strip({ to, text }: { to: string; text: string }) {
  return (
    <div role="alert">
      <Link to={to} className={styles.strip}>
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {text}
      </Link>
    </div>
  );
}
