import { useTranslations } from 'use-intl';
import { eraseHost } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Confirm } from './confirm.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

/** Removes the host from the guide permanently. */
export function EraseProfile({ link, onErased }: MyProfileProps & { onErased(): void }) {
  const t = useTranslations('hostLink.erase');
  const { busy, problemText, act } = useProfileAct(link, async () => {
    await eraseHost(link.token);
    onErased();
    return null;
  });
  return (
    <div className={styles.card}>
      <p className={styles.soft}>{t('text')}</p>
      <FormProblem text={problemText} />
      <Confirm
        look="danger"
        label={t('erase')}
        title={t('confirm')}
        text={t('confirmText')}
        yes={t('yes')}
        no={t('no')}
        busy={busy}
        onYes={act}
      />
    </div>
  );
}
