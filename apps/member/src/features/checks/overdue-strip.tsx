import { useQuery, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { onKeptChange } from '../receipts/receipt-events.ts';
import { lateReceipts } from '../receipts/receipt-store.ts';
import { useSession } from '../session/use-session.ts';
import styles from './breach-strip.module.css';

const KEY = ['overdue'] as const;

/**
 * Reports on every screen that the house is late with a draw that the member bet on, or does not answer for it.
 * Disappears when the draw is published.
 */
export function OverdueStrip() {
  const t = useTranslations('checks');
  const client = useQueryClient();
  const memberId = useSession().me?.id ?? null;
  const late =
    useQuery({
      queryKey: [...KEY, memberId],
      queryFn: () => (memberId === null ? [] : lateReceipts(memberId)),
      networkMode: 'always',
    }).data ?? [];
  useEffect(() => onKeptChange(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  const first = late.find((one) => one.late !== 'unanswered') ?? late[0];
  if (first === undefined) return null;
  return (
    <div role="alert" className={styles.region}>
      <Link to={paths.verify({ slip: first.slipId })} className={styles.strip}>
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(first.late === 'unanswered' ? 'unanswered' : 'overdue')}
      </Link>
    </div>
  );
}
