import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endOtherSessions, sessionsQuery } from '../../api/account/session.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { MemberSessions } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import list from '../../features/lists/list.module.css';
import { ROUND_TRIP } from '../../features/person/use-return-path.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions.module.css';

/** The member's sessions, with buttons to end them. */
export function Sessions() {
  const t = useTranslations();
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery());
  return (
    <Screen
      title={t('titles.sessions')}
      back={paths.setting()}
      onRefresh={async () => {
        await client.refetchQueries({ queryKey: keys.sessions }, { throwOnError: true });
        await client.refetchQueries({ queryKey: keys.recoveries }, { throwOnError: true });
      }}
      columns
    >
      <div className={styles.columns}>
        <RecoveryCard />
        <div className={styles.page}>
          <p className={styles.soft}>{t('sessions.lead')}</p>
          {sessions.data !== undefined ? (
            <Found sessions={sessions.data} />
          ) : sessions.isError ? (
            <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
          ) : (
            <Skeleton blocks={[92, 92, 92]} />
          )}
        </div>
      </div>
    </Screen>
  );
}

function Found({ sessions: { items, total } }: { sessions: MemberSessions }) {
  const t = useTranslations('sessions');
  const here = items.filter(({ current }) => current);
  const others = items.filter(({ current }) => !current);
  return (
    <>
      <Section title={t('here')}>
        <ul className={list.list} aria-label={t('here')}>
          {here.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Section>
      <Section title={t('others')}>
        {others.length === 0 ? (
          <p className={styles.none}>{t('none')}</p>
        ) : (
          <div className={styles.others}>
            <ul className={list.list} aria-label={t('others')}>
              {others.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {total > items.length ? <p className={styles.soft}>{t('more', { count: total - items.length })}</p> : null}
            <p className={styles.soft}>{t('hourly')}</p>
            <EndOthers />
          </div>
        )}
      </Section>
      <ButtonLink look="plain" to={paths.setLoginPassword(paths.sessions())} state={ROUND_TRIP}>
        {t('toPassword')}
      </ButtonLink>
    </>
  );
}

function EndOthers() {
  const t = useTranslations('sessions');
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    await endOtherSessions();
    await client.invalidateQueries({ queryKey: keys.sessions });
    say(t('endedOthers'));
  });
  return (
    <>
      <FormProblem text={problemText} />
      <SpendButton wide look="danger" busy={busy} onClick={act}>
        {t(busy ? 'ending' : 'endOthers')}
      </SpendButton>
    </>
  );
}
