import type { Verification } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import type { DrawProof } from '../../api/types.ts';
import styles from './verify.module.css';

/** What this check rests on: what the phone computed, and what it had to take from the house. */
export function Independence({ verification, draw }: { verification: Verification; draw: DrawProof }) {
  const t = useTranslations('verify');
  const witnessed = draw.witnessed.of > 0;
  return (
    <section className={styles.independence}>
      <h2>{t('restsOn')}</h2>
      <dl>
        <dt>{t('onPhone')}</dt>
        <dd>{t('onPhoneText')}</dd>
        <dt>{t('beaconSource')}</dt>
        <dd>{t(verification.houseRun ? 'beaconHouse' : 'beaconPublic')}</dd>
        <dt>{t('witnesses')}</dt>
        <dd>{witnessed ? t('witnessesSome', draw.witnessed) : t('witnessesNone')}</dd>
      </dl>
    </section>
  );
}
