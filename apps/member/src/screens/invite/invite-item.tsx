import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Ticket from 'lucide-react/icons/ticket';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import { useTranslations } from 'use-intl';
import type { Invite } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';
import styles from './invite.module.css';
import { InviteActs } from './invite-acts.tsx';

const SIGNS = { open: Ticket, used: Check, expired: Clock, withdrawn: CornerDownLeft } satisfies Record<
  Invite['state'],
  unknown
>;
const TONES: Record<Invite['state'], PillTone> = { open: 'wait', used: 'good', expired: 'plain', withdrawn: 'plain' };

/** An invite with its state: actions while it is open, its outcome later. */
export function InviteItem({ invite, days }: { invite: Invite; days: number }) {
  const t = useTranslations('invites');
  const times = useTimes();
  const Sign = SIGNS[invite.state];
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        {invite.code === null ? (
          <span className={styles.made}>{t('madeAt', { day: times.day(invite.createdAtMs) })}</span>
        ) : (
          <bdi dir="ltr" className={styles.code}>
            {invite.code}
          </bdi>
        )}
        <Pill tone={TONES[invite.state]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
          {t(`state.${invite.state}`)}
        </Pill>
      </div>
      <p className={styles.note}>
        <Became invite={invite} />
      </p>
      {invite.state === 'open' ? <InviteActs invite={invite} days={days} /> : null}
    </li>
  );
}

function Became({ invite }: { invite: Invite }) {
  const t = useTranslations('invites');
  const { day, minute } = useTimes();
  const { usedBy, usedAtMs, withdrawnAtMs, expiresAtMs } = invite;
  switch (invite.state) {
    case 'open':
      return invite.code === null ? t('unreadable') : t('until', { time: minute(expiresAtMs) });
    case 'used':
      return usedBy === null
        ? t('usedAt', { day: day(usedAtMs ?? 0) })
        : t.rich('usedBy', { name: () => <bdi className={styles.name}>{usedBy}</bdi>, day: day(usedAtMs ?? 0) });
    case 'withdrawn':
      return t('withdrawnAt', { day: day(withdrawnAtMs ?? 0) });
    case 'expired':
      return t('expiredAt', { day: day(expiresAtMs) });
  }
}
