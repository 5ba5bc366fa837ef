import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';

/** The rating of the protection of members' money, and what it means in one sentence. Needs the messages `funds`. */
export function FundsRating({ rating }: { rating: NonNullable<House['funds']>['rating'] }) {
  const t = useTranslations('funds');
  return (
    <p>
      <strong>{t('level', { name: t(`name.${rating}`) })}</strong> {t(`rating.${rating}`)}
    </p>
  );
}
