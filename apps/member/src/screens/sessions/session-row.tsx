import { useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { useTranslations } from 'use-intl';
import { endSession } from '../../api/account/session.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { MemberSession } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './sessions.module.css';

const SHAPES = new Map([
  ['iPhone', Smartphone],
  ['Android', Smartphone],
  ['HarmonyOS', Smartphone],
  ['iPad', Tablet],
]);

/** A session: device, address and start. Other sessions have a button to end them. */
export function SessionRow({ session }: { session: MemberSession }) {
  const t = useTranslations('sessions');
  const { minute } = useTimes();
  const { browser, system } = session.device;
  const name =
    browser !== null && system !== null
      ? t('device.both', { browser, system })
      : (browser ?? system ?? t('device.unknown'));
  const Shape = system === null ? MonitorSmartphone : (SHAPES.get(system) ?? Monitor);
  return (
    <li className={styles.session}>
      <span className={styles.shape}>
        <Shape size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.fact}>{t('started', { time: minute(session.startedAtMs) })}</span>
        {session.address === null ? null : (
          <span className={styles.fact}>
            <bdi dir="ltr">{session.address}</bdi>
          </span>
        )}
        {session.current ? null : <span className={styles.fact}>{t('used', { time: minute(session.usedAtMs) })}</span>}
      </span>
      {session.current ? null : <End id={session.id} name={name} />}
    </li>
  );
}

function End({ id, name }: { id: string; name: string }) {
  const t = useTranslations('sessions');
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    await endSession(id).catch((error) => {
      // The session has expired in the meantime.
      if (asProblem(error).code !== 'not-found') throw error;
    });
    await client.invalidateQueries({ queryKey: keys.sessions });
    say(t('ended', { device: name }));
  });
  return (
    <>
      <SpendButton look="quiet" busy={busy} aria-label={t('endNamed', { device: name })} onClick={act}>
        {t(busy ? 'ending' : 'end')}
      </SpendButton>
      {problemText === null ? null : (
        <div className={styles.problem}>
          <FormProblem text={problemText} />
        </div>
      )}
    </>
  );
}
