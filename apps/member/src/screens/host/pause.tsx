import { useTranslations } from 'use-intl';
import { actByLink } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Button } from '../../ui/button/button.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

/** Hides the profile for a while without revoking the consent. */
export function Pause({ link, profile: { paused } }: MyProfileProps) {
  const t = useTranslations('hostLink.pause');
  const { busy, problemText, act } = useProfileAct(link, () => actByLink(link.token, paused ? 'resume' : 'away'));
  return (
    <div className={styles.card}>
      <p className={styles.soft} role="status">
        {t(paused ? 'paused' : 'text')}
      </p>
      <FormProblem text={problemText} />
      <Button wide look={paused ? 'primary' : 'quiet'} busy={busy} onClick={act}>
        {t(paused ? 'resume' : 'pause')}
      </Button>
    </div>
  );
}
