import { useInfiniteQuery } from '@tanstack/react-query';
import UserRoundCog from 'lucide-react/icons/user-round-cog';
import { useTranslations } from 'use-intl';
import { actsQuery } from '../../api/account/messages.ts';
import type { StaffAct } from '../../api/shared/types.ts';
import { Days } from '../../features/lists/days.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import styles from './notice.module.css';

/** What staff did with the member's money and account, including views. */
export function StaffActs() {
  const t = useTranslations('acts');
  const list = useInfiniteQuery(actsQuery());
  return (
    <>
      <p className={styles.soft}>{t('about')}</p>
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72]}
        empty={
          <Notice sign={<Mark state="sealed" size={48} silent />} title={t('none')}>
            <p>{t('noneText')}</p>
          </Notice>
        }
      >
        {(acts) => <Days items={acts}>{(act) => <ActRow key={act.seq} act={act} />}</Days>}
      </EndlessQuery>
    </>
  );
}

function ActRow({ act }: { act: StaffAct }) {
  const t = useTranslations('acts');
  const times = useTimes();
  const known = `act.${act.act}` as Parameters<typeof t>[0];
  const role = `role.${act.role ?? 'house'}` as Parameters<typeof t>[0];
  return (
    <li className={styles.message}>
      <span className={styles.sign}>
        <UserRoundCog size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.new}>{t.has(known) ? t(known) : t('act.other')}</span>
        {act.why === null ? null : <span className={styles.soft}>{t('why', { why: act.why })}</span>}
        <span className={styles.time}>
          {t.has(role) ? t(role) : act.role} · {times.clock(act.atMs)}
        </span>
      </span>
    </li>
  );
}
