import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { chooseVideo, refetchVideos, videoChoicesQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { VideoChoices } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { SwitchRow } from '../../ui/switch/switch.tsx';
import styles from './video-history.module.css';

/** Two switches: keep a watch history, and allow films at all. */
export function HistorySettings() {
  const t = useTranslations('watched');
  const text = useProblemText();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(videoChoicesQuery());
  const [busy, setBusy] = useState<keyof VideoChoices | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  async function change(name: keyof VideoChoices, on: boolean): Promise<void> {
    setBusy(name);
    setProblem(null);
    try {
      client.setQueryData(keys.videoChoices, await chooseVideo({ [name]: on }));
      if (name === 'history') void client.invalidateQueries({ queryKey: keys.videoHistory });
      else void refetchVideos(client);
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(null);
    }
  }

  if (data === undefined) {
    return error === null ? <Skeleton blocks={[170]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section aria-label={t('settings')} className={styles.switches}>
      <SwitchRow
        label={t('keep')}
        text={t('keepText')}
        on={data.history}
        busy={busy !== null}
        onChange={(on) => void change('history', on)}
      />
      <SwitchRow
        label={t('access')}
        text={t('accessText')}
        on={data.access}
        busy={busy !== null}
        onChange={(on) => void change('access', on)}
      />
      <FormProblem text={problem === null ? null : text(problem)} />
    </section>
  );
}
