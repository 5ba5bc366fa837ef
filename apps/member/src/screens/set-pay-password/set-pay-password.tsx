import Lock from 'lucide-react/icons/lock';
import { useTranslations } from 'use-intl';
import type { Person } from '../../api/shared/types.ts';
import { useNow } from '../../features/live/now.ts';
import { useReturnPath } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { IdleLock } from '../../features/session/idle-lock.tsx';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ResetCard } from './reset-card.tsx';
import styles from './set-pay-password.module.css';
import { Wizard } from './wizard.tsx';

/** Sets the finance password: the first one, a change, or a new one after a reset. */
export function SetPayPassword() {
  const t = useTranslations();
  const { to, goBack } = useReturnPath(paths.infomation());
  return (
    <WithPerson title={t('titles.setPayPassword')} back={to} blocks={[48, 120, 48]}>
      {({ financePassword }) => <Ready finance={financePassword} onDone={goBack} />}
    </WithPerson>
  );
}

function Ready({ finance, onDone }: { finance: Person['financePassword']; onDone(): void }) {
  const { set, lockedUntilMs, resetAtMs } = finance;
  const locked = useNow((now) => lockedUntilMs !== null && lockedUntilMs > now);
  return (
    <div className={styles.page}>
      {set && resetAtMs !== null ? <ResetCard atMs={resetAtMs} /> : null}
      {locked && lockedUntilMs !== null ? (
        <Locked untilMs={lockedUntilMs} />
      ) : (
        <Wizard kind={set ? 'change' : resetAtMs === null ? 'first' : 'anew'} onDone={onDone} />
      )}
      <IdleLock />
    </div>
  );
}

function Locked({ untilMs }: { untilMs: number }) {
  const t = useTranslations('finance');
  const { minute } = useTimes();
  return (
    <Notice sign={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('lockedTitle')}>
      <p>{t('lockedText', { time: minute(untilMs) })}</p>
    </Notice>
  );
}
