import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Megaphone from 'lucide-react/icons/megaphone';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { noticesQuery } from '../../api/house/notices.ts';
import type { House, HouseNotice } from '../../api/shared/types.ts';
import { useBeaconClaim } from '../../features/house/use-beacon-claim.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import listStyles from '../../features/lists/list.module.css';
import { noteNoticesSeen, noticesSeen } from '../../features/notices/seen-notices.ts';
import { useNoticeWords } from '../../features/notices/use-notice-words.ts';
import { routeOf } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice.module.css';

/** Notices of the house to all members, newest first, then its banners. */
export function HouseNotices() {
  const t = useTranslations('messages');
  const list = useInfiniteQuery(noticesQuery());
  const house = useQuery(houseQuery()).data;
  const banners = house?.banners ?? [];
  const claim = useBeaconClaim();
  // Fixed when the page opens, so that new notices keep their mark while the member reads.
  const [seenBefore] = useState(noticesSeen);
  const newestMs = list.data?.pages[0]?.items[0]?.atMs ?? 0;
  useEffect(() => noteNoticesSeen(newestMs), [newestMs]);
  return (
    <>
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72]}
        empty={
          <Notice sign={<Megaphone size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('houseNone')}>
            <p>{t('houseNoneText')}</p>
          </Notice>
        }
      >
        {(notices) => (
          <ul className={listStyles.list}>
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} fresh={notice.atMs > seenBefore} />
            ))}
          </ul>
        )}
      </EndlessQuery>
      {banners.length === 0 ? null : (
        <ul className={listStyles.list}>
          {banners.map((banner) => (
            <li key={banner.id}>
              <BannerRow banner={banner}>
                <span className={styles.sign}>
                  <Mark state="sealed" size={20} silent />
                </span>
                <span className={styles.words}>
                  <span className={styles.new}>{banner.title}</span>
                  <span className={styles.soft}>{claim.fill(banner.text)}</span>
                </span>
              </BannerRow>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NoticeRow({ notice, fresh }: { notice: HouseNotice; fresh: boolean }) {
  const t = useTranslations();
  const times = useTimes();
  const { title, text, spoken } = useNoticeWords()(notice);
  return (
    <li className={styles.message}>
      <span className={styles.sign}>
        <Megaphone size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={fresh ? styles.new : styles.read} {...spoken}>
          {title}
        </span>
        {text === '' ? null : (
          <span className={styles.soft} {...spoken}>
            {text}
          </span>
        )}
        <span className={styles.time}>
          {times.minute(notice.atMs)}
          {notice.editedAtMs === null ? null : ` · ${t('notices.edited', { at: times.minute(notice.editedAtMs) })}`}
        </span>
      </span>
      {fresh ? <UnreadDot label={t('messages.new')} className={styles.dot} /> : null}
    </li>
  );
}

/** A link only if it leads to a page of the app. */
function BannerRow({ banner: { link }, children }: { banner: House['banners'][number]; children: ReactNode }) {
  const own = link !== null && routeOf(link.split(/[?#]/, 1)[0] ?? '') !== null;
  if (link === null || !own) return <div className={styles.message}>{children}</div>;
  return (
    <Link to={link} className={styles.message}>
      {children}
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
    </Link>
  );
}
