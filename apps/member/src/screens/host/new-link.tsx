import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { rotateLink } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { Confirm } from './confirm.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

/** Replaces the private link. The new one is shown once. */
export function NewLink({ link, onRotated }: MyProfileProps & { onRotated(token: string): void }) {
  const t = useTranslations('hostLink.link');
  const [made, setMade] = useState<string | null>(null);
  const { busy, problemText, act } = useProfileAct(link, async () => {
    const { token, profile } = await rotateLink(link.token);
    onRotated(token);
    setMade(new URL(paths.host(token), window.location.origin).href);
    return profile;
  });
  return (
    <div className={styles.card}>
      <p className={styles.soft}>{t('text')}</p>
      {made === null ? null : <Made address={made} />}
      <FormProblem text={problemText} />
      <Confirm
        look="quiet"
        label={t('make')}
        title={t('makeTitle')}
        text={t('makeText')}
        yes={t('makeYes')}
        no={t('keep')}
        busy={busy}
        onYes={act}
      />
    </div>
  );
}

function Made({ address }: { address: string }) {
  const t = useTranslations('hostLink.link');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      say(t('copied'));
    } catch {
      say(t('copyFailed'));
    }
  }

  return (
    <div className={styles.made} role="status">
      <p>
        <strong>{t('made')}</strong> {t('madeText')}
      </p>
      <p className={styles.address} dir="ltr">
        {address}
      </p>
      <Button wide onClick={() => void copy()}>
        <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('copy')}
      </Button>
    </div>
  );
}
