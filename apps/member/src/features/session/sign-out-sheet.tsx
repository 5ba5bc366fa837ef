import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { signOut } from '../../api/account/session.ts';
import { forgetMember } from '../../api/shared/forget-member.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useProblemText } from '../problems/use-problem-text.ts';
import { notePushMember, pushEndpoint, pushMember } from '../push/push-flag.ts';
import { forgetReceipts, savedReceipts } from '../receipts/receipt-store.ts';
import { saveReceipts } from '../receipts/receipt-text.ts';
import { forgetDrafts } from './drafts.ts';
import { notifyOtherTabs } from './page-member.ts';
import { SessionCost } from './session-cost.tsx';
import styles from './sign-out-sheet.module.css';

interface SignOutSheetProps {
  me: Me;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Signing out clears this phone. The sheet says what the play session cost, and offers to save the stored receipts. */
export function SignOutSheet({ me, open, onOpenChange }: SignOutSheetProps) {
  const t = useTranslations('signOut');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stored =
    useQuery({ queryKey: ['saved-receipts', me.id], queryFn: () => savedReceipts(me.id), gcTime: 0 }).data ?? [];

  async function leave(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await signOut(pushEndpoint());
      silencePush();
      forgetDrafts(me.id);
      notifyOtherTabs({ signedOut: me.id });
      // Does not wait for storage, because the live stream may report the end of the session in the meantime.
      void forgetReceipts(me.id);
      onOpenChange(false);
      client.setQueryData(keys.leftAt, key);
      client.setQueryData(keys.me, null);
      // The live stream may have reported the end of the session already.
      client.setQueryData(keys.sessionEnded, false);
      forgetMember(client);
      void navigate(paths.mine(), { replace: true });
    } catch (error) {
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')}>
      <div className={styles.sheet}>
        <SessionCost />
        <p className={styles.text}>{t('text', { count: stored.length })}</p>
        {stored.length === 0 ? null : (
          <Button
            look="quiet"
            wide
            onClick={() => saveReceipts(stored.map(({ placed, inclusion }) => ({ ...placed, inclusion })))}
          >
            {t('saveReceipts', { count: stored.length })}
          </Button>
        )}
        <FormProblem text={problem} />
        <SpendButton wide busy={busy} onClick={() => void leave()}>
          {t('act')}
        </SpendButton>
      </div>
    </Sheet>
  );
}

/** Ends the push subscription in the browser, without waiting. The server has already stopped sending. */
function silencePush(): void {
  if (pushMember() === null) return;
  notePushMember(null);
  void import('../push/push.ts').then(({ silence }) => silence()).catch(() => undefined);
}
