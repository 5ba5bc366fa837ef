import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Ticket from 'lucide-react/icons/ticket';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { invitesQuery, makeInvite } from '../../api/account/invites.ts';
import { newId } from '../../api/shared/new-id.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { InvitesPage } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import listStyles from '../../features/lists/list.module.css';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './invite.module.css';
import { InviteItem } from './invite-item.tsx';

/** The member's invites. Their number per period is limited; each is for one person. */
export function InviteScreen() {
  const t = useTranslations();
  const client = useQueryClient();
  const list = useInfiniteQuery(invitesQuery());
  const room = list.data?.pages[0];
  const refresh = () => client.refetchQueries({ queryKey: keys.invites }, { throwOnError: true });
  return (
    <Screen title={t('titles.invite')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        {room === undefined ? null : <Make room={room} />}
        <EndlessQuery
          query={list}
          blocks={[96, 148, 96]}
          empty={
            <Notice sign={<Ticket size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('invites.none')}>
              <p>{t('invites.noneText')}</p>
            </Notice>
          }
        >
          {(invites) => (
            <ul className={listStyles.list} aria-label={t('invites.list')}>
              {invites.map((invite) => (
                <InviteItem key={invite.id} invite={invite} days={room?.days ?? 0} />
              ))}
            </ul>
          )}
        </EndlessQuery>
      </div>
    </Screen>
  );
}

function Make({ room }: { room: InvitesPage }) {
  const t = useTranslations('invites');
  const { minute } = useTimes();
  const client = useQueryClient();
  // Idempotency key, kept until a request succeeds: a lost response creates no second code.
  const key = useRef(newId());
  const { busy, problemText, act } = useAct(async () => {
    try {
      await makeInvite(key.current);
      key.current = newId();
    } finally {
      await client.refetchQueries({ queryKey: keys.invites });
    }
  });
  const { max, days, nextAtMs } = room;
  return (
    <section className={styles.make}>
      <p className={styles.lead}>{t('lead', { max, days })}</p>
      {nextAtMs === null ? (
        <Button wide busy={busy} onClick={act}>
          {t(busy ? 'making' : 'make')}
        </Button>
      ) : (
        <p className={styles.next}>{t('nextAt', { max, days, time: minute(nextAtMs) })}</p>
      )}
      <FormProblem text={problemText} />
      <p className={styles.note}>{t('noReward')}</p>
    </section>
  );
}
