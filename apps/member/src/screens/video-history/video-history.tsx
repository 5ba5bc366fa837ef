import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgetWatched, videoHistoryQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import list from '../../features/lists/list.module.css';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { HistorySettings } from './history-settings.tsx';
import styles from './video-history.module.css';
import { WatchedRow } from './watched-row.tsx';

/** The watch history with its settings. */
export function VideoHistory() {
  const t = useTranslations();
  const client = useQueryClient();
  const query = useInfiniteQuery(videoHistoryQuery());
  const refresh = () =>
    Promise.all(
      [keys.videoHistory, keys.videoChoices].map((queryKey) =>
        client.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  const isEmpty = (query.data?.pages[0]?.items.length ?? 0) === 0;
  return (
    <Screen title={t('titles.videoHistory')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        <HistorySettings />
        <Section title={t('watched.list')}>
          <p className={styles.lead}>{t('watched.lead')}</p>
          <EndlessQuery query={query} blocks={[76, 76, 76]} empty={<Nothing />}>
            {(items) => (
              <ul className={list.list}>
                {items.map((item) => (
                  <WatchedRow key={item.video.id} watched={item} />
                ))}
              </ul>
            )}
          </EndlessQuery>
          {isEmpty ? null : <ClearAll />}
        </Section>
      </div>
    </Screen>
  );
}

function Nothing() {
  const t = useTranslations('watched');
  return (
    <Notice sign={<History size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('none')}>
      <p>{t('noneText')}</p>
    </Notice>
  );
}

function ClearAll() {
  const t = useTranslations('watched');
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { busy, problemText, act } = useAct(async () => {
    await forgetWatched(null);
    setConfirming(false);
    say(t('cleared'));
    await client.invalidateQueries({ queryKey: keys.videoHistory });
  });
  return (
    <>
      <Button look="quiet" onClick={() => setConfirming(true)}>
        {t('clear')}
      </Button>
      <Dialog
        open={confirming}
        title={t('clearTitle')}
        actions={
          <>
            <SpendButton wide look="danger" busy={busy} onClick={act}>
              {t('clearYes')}
            </SpendButton>
            <Button wide look="quiet" disabled={busy} onClick={() => setConfirming(false)}>
              {t('clearNo')}
            </Button>
          </>
        }
      >
        <p>{t('clearText')}</p>
        <FormProblem text={problemText} />
      </Dialog>
    </>
  );
}
