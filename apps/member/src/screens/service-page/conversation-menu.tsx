import { useMutation, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Download from 'lucide-react/icons/download';
import { useTranslations } from 'use-intl';
import { closeThread, transcriptUrl } from '../../api/house/desk.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { DeskThread, FullDeskThread } from '../../api/shared/types.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './conversation-menu.module.css';

/** Buttons to download the transcript of a conversation and to close it. */
export function ConversationMenu({ thread }: { thread: DeskThread }) {
  const t = useTranslations('desk');
  const client = useQueryClient();
  const problem = useProblemText();
  const close = useMutation({
    mutationFn: () => closeThread(thread.id),
    onSuccess(closed) {
      client.setQueryData<FullDeskThread>(keys.thread(thread.id), (old) => old && { ...old, ...closed });
      void client.invalidateQueries({ queryKey: keys.threads });
    },
    onError: (error) => say(problem(error)),
  });
  return (
    <>
      <a className={styles.link} href={transcriptUrl(thread.id)} download title={t('transcript')}>
        <span className="visually-hidden">{t('transcript')}</span>
        <Download size={22} strokeWidth={1.75} aria-hidden="true" />
      </a>
      {thread.state === 'closed' ? null : (
        <IconButton label={t('close')} onClick={() => close.mutate()}>
          <CircleCheck size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}
