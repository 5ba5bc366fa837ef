import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { visitorThreadQuery } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { RecoveryCodes } from '../../features/recovery/recovery-codes.tsx';
import type { StoredKey } from '../../features/recovery/stored-keys.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { OtherKeys } from './other-keys.tsx';
import { RequestState } from './request-state.tsx';
import { VisitorComposer } from './visitor-composer.tsx';
import styles from './visitor-desk.module.css';
import { VisitorEntries } from './visitor-entries.tsx';

interface VisitorConversationProps {
  shown: StoredKey;
  /** Other conversations of this phone. */
  others: readonly StoredKey[];
  onChoose(number: string): void;
  onType(): void;
  onForget(): void;
}

/** One conversation: the state of its request, the messages and a message box. After recovery, the new codes. */
export function VisitorConversation({ shown, ...ways }: VisitorConversationProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(visitorThreadQuery(shown));
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isRecovered, setRecovered] = useState(false);
  if (codes !== null) {
    return (
      <Screen title={t('register.codesTitle')}>
        <RecoveryCodes
          head={t('recover.codesFileHead')}
          codes={codes}
          onDone={() => {
            setCodes(null);
            setRecovered(true);
          }}
        />
      </Screen>
    );
  }
  if (isRecovered) return <Recovered />;
  return (
    <Screen title={t(`recover.topic.${shown.topic}`)} back={paths.serviceOnline()} onRefresh={() => refetch()} columns>
      <div className={styles.columns}>
        {data?.recovery ? (
          <RequestState
            stored={shown}
            recovery={data.recovery}
            onRecovered={(made) => {
              setCodes(made);
              // Their sessions have ended, perhaps one of this browser too.
              void client.invalidateQueries({ queryKey: keys.me });
            }}
          />
        ) : null}
        <div className={styles.talk}>
          {data !== undefined ? (
            <>
              <VisitorEntries thread={data} />
              <VisitorComposer stored={shown} />
            </>
          ) : error === null ? (
            <Skeleton blocks={[96, 72, 96]} />
          ) : (
            <Failed error={error} onRetry={() => void refetch()} />
          )}
        </div>
        <OtherKeys shown={shown} {...ways} />
      </div>
    </Screen>
  );
}

function Recovered() {
  const t = useTranslations();
  return (
    <Screen title={t('titles.recover')} back={paths.login()}>
      <Notice
        sign={<Mark state="sealed" size={48} silent />}
        title={t('recover.doneTitle')}
        actions={<ButtonLink to={paths.login()}>{t('actions.signIn')}</ButtonLink>}
      >
        <p>{t('recover.doneText')}</p>
      </Notice>
    </Screen>
  );
}
