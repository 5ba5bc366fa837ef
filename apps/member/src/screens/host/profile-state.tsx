import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslations } from 'use-intl';
import type { HostProfile } from '../../api/shared/types.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './host.module.css';

/** Whether members see the profile, its unmet requirements, and the expiry of verification, consent and link. */
export function ProfileState({ profile }: { profile: HostProfile }) {
  const t = useTranslations('hostLink.profileState');
  const times = useTimes();
  const { shown, unmet, identityUntilMs, ageUntilMs, verifiedAtMs, consentUntilMs, linkExpiresAtMs, example } = profile;
  const Sign = shown ? Eye : EyeOff;
  const until = (ms: number | null, none: 'notVerified' | 'notGiven') =>
    ms === null ? t(none) : t('until', { day: times.day(ms) });
  return (
    <section className={styles.card} aria-labelledby="profile-state">
      <div className={styles.head} data-shown={shown ? '' : undefined} role="status">
        <Sign size={24} strokeWidth={1.75} aria-hidden="true" />
        <h2 id="profile-state">{t(shown ? 'shown' : 'notShown')}</h2>
      </div>
      {example ? <p className={styles.soft}>{t('example')}</p> : null}
      {unmet.length === 0 ? null : (
        <>
          <p>{t('unmet')}</p>
          <ul className={styles.unmet}>
            {unmet.map((requirement) => (
              <li key={requirement}>{t(`requirement.${requirement}`)}</li>
            ))}
          </ul>
        </>
      )}
      <Facts ruled>
        <Fact label={t('verified')}>{verifiedAtMs === null ? t('notVerified') : times.day(verifiedAtMs)}</Fact>
        <Fact label={t('identity')}>{until(identityUntilMs, 'notVerified')}</Fact>
        <Fact label={t('age')}>{until(ageUntilMs, 'notVerified')}</Fact>
        <Fact label={t('consent')}>{until(consentUntilMs, 'notGiven')}</Fact>
        {linkExpiresAtMs === null ? null : (
          <Fact label={t('link')}>{t('until', { day: times.day(linkExpiresAtMs) })}</Fact>
        )}
      </Facts>
    </section>
  );
}
