import { useQuery, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { CONFLICTS_KEY } from '../claims/claims-watch.ts';
import { ConflictingClaims } from '../claims/conflicting-claims.tsx';
import { reportableConflicts } from '../claims/reportable-conflicts.ts';
import styles from './breach-strip.module.css';

/** Reports contradicting statements of the house about a draw on every screen, until the member dismisses them. */
export function ClaimsStrip() {
  const t = useTranslations('checks');
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const query = { queryKey: CONFLICTS_KEY, queryFn: () => reportableConflicts(client), networkMode: 'always' } as const;
  const conflicts = useQuery(query).data ?? [];
  if (conflicts.length === 0) return null;
  return (
    <div role="alert" className={styles.region}>
      <button type="button" className={styles.strip} onClick={() => setOpen(true)}>
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('twoAnswers.strip')}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('twoAnswers.title')} description={t('twoAnswers.text')}>
        <ul className={styles.list}>
          {conflicts.map((claims) => (
            <li key={claims[0]?.drawId} className={styles.item}>
              <p>{t('draw', { drawId: claims[0]?.drawId ?? '' })}</p>
              <ConflictingClaims claims={claims} />
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}
