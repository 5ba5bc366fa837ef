import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslations } from 'use-intl';
import type { OwnProfile } from '../../api/types.ts';
import facts from '../../features/lists/record-details.module.css';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './host.module.css';

/** Whether members see the profile, what keeps it from that, and until when what holds. */
export function Standing({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('hostLink.standing');
  const times = useTimes();
  const { shown, lacks, identityUntilMs, ageUntilMs, verifiedAtMs, consentUntilMs, linkExpiresAtMs, example } = profile;
  const Sign = shown ? Eye : EyeOff;
  const until = (ms: number | null, none: 'notSeen' | 'notGiven') =>
    ms === null ? t(none) : t('until', { day: times.day(ms) });
  return (
    <section className={styles.card} aria-labelledby="standing">
      <div className={styles.head} data-shown={shown ? '' : undefined} role="status">
        <Sign size={24} strokeWidth={1.75} aria-hidden="true" />
        <h2 id="standing">{t(shown ? 'shown' : 'notShown')}</h2>
      </div>
      {example ? <p className={styles.soft}>{t('example')}</p> : null}
      {lacks.length === 0 ? null : (
        <>
          <p>{t('lacks')}</p>
          <ul className={styles.lacks}>
            {lacks.map((lack) => (
              <li key={lack}>{t(`lack.${lack}`)}</li>
            ))}
          </ul>
        </>
      )}
      <dl className={facts.facts}>
        <div>
          <dt>{t('verified')}</dt>
          <dd>{verifiedAtMs === null ? t('notSeen') : times.day(verifiedAtMs)}</dd>
        </div>
        <div>
          <dt>{t('identity')}</dt>
          <dd>{until(identityUntilMs, 'notSeen')}</dd>
        </div>
        <div>
          <dt>{t('age')}</dt>
          <dd>{until(ageUntilMs, 'notSeen')}</dd>
        </div>
        <div>
          <dt>{t('consent')}</dt>
          <dd>{until(consentUntilMs, 'notGiven')}</dd>
        </div>
        {linkExpiresAtMs === null ? null : (
          <div>
            <dt>{t('link')}</dt>
            <dd>{t('until', { day: times.day(linkExpiresAtMs) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
