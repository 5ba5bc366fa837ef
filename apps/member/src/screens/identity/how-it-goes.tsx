import { useLocale, useTranslations } from 'use-intl';
import type { IdentityCheck } from '../../api/shared/types.ts';
import { Section } from '../../ui/section/section.tsx';
import styles from './identity.module.css';

const POINTS = ['document', 'name', 'kept'] as const;

/** Explains the identity check: its content, its provider, the stored data, and the conditions of membership. */
export function HowItGoes({ identity: { ageMin, countries } }: { identity: IdentityCheck }) {
  const t = useTranslations('identity');
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const listed = new Intl.ListFormat(locale).format(countries.map((code) => names.of(code) ?? code));
  return (
    <Section title={t('how')}>
      <ul className={styles.points}>
        {POINTS.map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
        {ageMin === null ? null : <li>{t('age', { age: ageMin })}</li>}
        {countries.length === 0 ? null : <li>{t('countries', { countries: listed })}</li>}
      </ul>
    </Section>
  );
}
