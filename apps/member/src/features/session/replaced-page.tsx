import { useQueryClient } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users-round';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { followSession, usePageReplacedBy } from './page-member.ts';
import styles from './replaced-page.module.css';
import { useSession } from './use-session.ts';

/**
 * Covers the page once another member is signed in, and names both members.
 *
 * The screens stay below it, hidden, so that no input is lost if the page's member signs in again.
 */
export function ReplacedPage() {
  const client = useQueryClient();
  useEffect(() => followSession(client), [client]);
  const now = usePageReplacedBy();
  const { me } = useSession();
  useEffect(() => {
    // Repeats queries that failed while the page was stopped.
    if (now === null) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, now]);
  return now === null || me === null ? null : createPortal(<Stopped was={me.userName} now={now} />, document.body);
}

function Stopped({ was, now }: { was: string; now: string }) {
  const t = useTranslations('replaced');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.pageReplaced = '';
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => {
      delete root.dataset.pageReplaced;
    };
  }, []);
  // User names are Latin. `bdi` keeps them from reordering the punctuation of right-to-left text.
  const names = { was: () => <bdi>{was}</bdi>, now: () => <bdi>{now}</bdi> };
  return (
    <dialog
      ref={dialog}
      className={styles.page}
      data-replaced-page=""
      aria-labelledby={titleId}
      // Closing is impossible, because the page below must stay hidden.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <Notice
        sign={<Users size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={<span id={titleId}>{t.rich('title', names)}</span>}
        actions={
          <Button onClick={() => window.location.reload()}>
            {/* One element, because a button puts gaps between its children. */}
            <span>{t.rich('reload', names)}</span>
          </Button>
        }
      >
        <p>{t.rich('text', names)}</p>
        <p>{t.rich('kept', names)}</p>
      </Notice>
    </dialog>
  );
}
