import { useQuery, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Share from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { withdrawInvite } from '../../api/account/invites.ts';
import { houseQuery } from '../../api/house/house.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Invite } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './invite.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Buttons to share and withdraw an open invite. */
export function InviteActs({ invite, days }: { invite: Invite; days: number }) {
  const t = useTranslations('invites');
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.acts}>
      {invite.code === null ? null : <HandOn code={invite.code} />}
      <Button look="plain" onClick={() => setAsking(true)}>
        {t('withdraw')}
      </Button>
      <Sheet
        open={asking}
        onOpenChange={setAsking}
        title={t('withdrawTitle')}
        description={t('withdrawText', { days })}
      >
        <TakeBack invite={invite} onDone={() => setAsking(false)} />
      </Sheet>
    </div>
  );
}

/** Opens the phone's share dialog. Copies the link if the browser has none. */
function HandOn({ code }: { code: string }) {
  const t = useTranslations('invites');
  const app = useTranslations('app');
  const name = useQuery(houseQuery()).data?.name ?? app('name');
  const url = new URL(paths.register(undefined, code), location.origin).href;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      say(t('copied'));
    } catch {
      say(t('copyFailed'));
    }
  }

  if (navigator.share === undefined) {
    return (
      <Button look="quiet" onClick={() => void copy()}>
        <Copy {...ICON} />
        {t('copy')}
      </Button>
    );
  }
  const text = t('shareText', { club: name, code });
  return (
    <Button look="quiet" onClick={() => void navigator.share({ text, url }).catch(() => undefined)}>
      <Share {...ICON} />
      {t('share')}
    </Button>
  );
}

function TakeBack({ invite, onDone }: { invite: Invite; onDone(): void }) {
  const t = useTranslations('invites');
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    try {
      await withdrawInvite(invite.id);
    } finally {
      await client.refetchQueries({ queryKey: keys.invites });
    }
    say(t('done'));
    onDone();
  });
  return (
    <div className={styles.ask}>
      {invite.code === null ? null : (
        <bdi dir="ltr" className={styles.code}>
          {invite.code}
        </bdi>
      )}
      <FormProblem text={problemText} />
      <SpendButton wide look="danger" busy={busy} onClick={act}>
        {t(busy ? 'withdrawing' : 'withdraw')}
      </SpendButton>
      <Button wide look="quiet" onClick={onDone}>
        {t('keep')}
      </Button>
    </div>
  );
}
