import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { City } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './choose.module.css';
import { CityPicture } from './city-picture.tsx';

/** A city with its picture, country and number of hosts. */
export function CityCard({ city, km }: { city: City; km: number | null }) {
  const t = useTranslations('guide');
  const format = useFormatter();
  const country = new Intl.DisplayNames([useLocale()], { type: 'region' }).of(city.country) ?? city.country;
  return (
    <Link to={paths.list(city)} className={styles.city}>
      <CityPicture city={city} />
      <span className={styles.words}>
        <span className={styles.name}>{city.name}</span>
        <span className={styles.facts}>
          <span>{country}</span>
          <span>{t('hosts', { count: city.hosts })}</span>
          {km === null ? null : (
            <span>
              {t('away', {
                distance: format.number(Math.max(1, Math.round(km)), { style: 'unit', unit: 'kilometer' }),
              })}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
