import { useQuery, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { onKeptChange } from '../receipts/receipt-news.ts';
import { overdueReceipts } from '../receipts/receipt-store.ts';
import { useSession } from '../session/use-session.ts';
import styles from './breach-strip.module.css';

const KEY = ['overdue'] as const;

/** Says on every screen that the house is late with a draw that the member bet on. It goes when the draw is shown. */
export function OverdueStrip() {
  const t = useTranslations('checks');
  const client = useQueryClient();
  const memberId = useSession().me?.id ?? null;
  const overdue =
    useQuery({
      queryKey: [...KEY, memberId],
      queryFn: () => (memberId === null ? [] : overdueReceipts(memberId)),
      networkMode: 'always',
    }).data ?? [];
  useEffect(() => onKeptChange(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  const [first] = overdue;
  if (first === undefined) return null;
  return (
    <div role="alert" className={styles.region}>
      <Link to={paths.verify({ slip: first.slipId })} className={styles.strip}>
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('overdue')}
      </Link>
    </div>
  );
}
