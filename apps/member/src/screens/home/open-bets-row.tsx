import Hourglass from 'lucide-react/icons/hourglass';
import { useTranslations } from 'use-intl';
import { Amount } from '../../features/house/amount.tsx';
import type { OpenBets } from '../../features/lotteries/open-bets.ts';
import { paths } from '../../paths.ts';
import { RowLink, Rows } from '../../ui/row/row.tsx';

/** Number and stakes of the member's open bets; nothing without any. */
export function OpenBetsRow({ open }: { open: OpenBets }) {
  const t = useTranslations('cards');
  if (open.total === 0) return null;
  return (
    <Rows>
      <RowLink
        to={paths.gameRecord({ status: 'pending' })}
        icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden="true" />}
        label={t('openBets', { count: open.total })}
        note={open.stakedMinor === null ? undefined : <Amount minor={open.stakedMinor} />}
      />
    </Rows>
  );
}
