import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { actByLink } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Checkbox } from '../../ui/checkbox/checkbox.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import { Confirm } from './confirm.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

/** The host's consent: valid for one year, revocable at any time. */
export function Consent(own: MyProfileProps) {
  return own.profile.consentUntilMs === null ? <Give {...own} /> : <Withdraw {...own} />;
}

function Give({ link }: MyProfileProps) {
  const t = useTranslations('hostLink.consent');
  const [ticked, setTicked] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { busy, problemText, act } = useProfileAct(link, async () => {
    const profile = await actByLink(link.token, 'consent');
    say(t('given'));
    return profile;
  });
  return (
    <form
      className={styles.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
        if (ticked) act();
      }}
    >
      <p className={styles.soft}>{t('lead')}</p>
      <Checkbox
        checked={ticked}
        onChange={({ target }) => setTicked(target.checked)}
        error={isConfirming && !ticked ? t('tick') : null}
      >
        {t('yes')}
      </Checkbox>
      <FormProblem text={problemText} />
      <SpendButton type="submit" wide busy={busy}>
        {t('give')}
      </SpendButton>
    </form>
  );
}

function Withdraw({ link, profile }: MyProfileProps) {
  const t = useTranslations('hostLink.consent');
  const times = useTimes();
  const { busy, problemText, act } = useProfileAct(link, async () => {
    const now = await actByLink(link.token, 'consent/withdraw');
    say(t('withdrawn'));
    return now;
  });
  return (
    <div className={styles.card}>
      <p>{t('holds', { day: times.day(profile.consentUntilMs ?? 0) })}</p>
      <p className={styles.soft}>{t('holdsText')}</p>
      <FormProblem text={problemText} />
      <Confirm
        look="danger"
        label={t('withdraw')}
        title={t('withdrawTitle')}
        text={t('withdrawText')}
        yes={t('withdrawYes')}
        no={t('withdrawNo')}
        busy={busy}
        onYes={act}
      />
    </div>
  );
}
