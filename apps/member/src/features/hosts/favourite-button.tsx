import Heart from 'lucide-react/icons/heart';
import { useTranslations } from 'use-intl';
import type { Host } from '../../api/shared/types.ts';
import { IconButton } from '../../ui/button/button.tsx';
import styles from './favourite-button.module.css';
import { useFavourite } from './use-favourite.ts';

/** A heart that adds the host to the member's favourites, or removes them. */
export function FavouriteButton({ host }: { host: Host }) {
  const t = useTranslations('bookings.favourite');
  const { isFavourite, toggle } = useFavourite(host);
  if (isFavourite === null) return null;
  return (
    <IconButton
      label={t(isFavourite ? 'remove' : 'add')}
      aria-pressed={isFavourite}
      className={styles.heart}
      onClick={toggle}
    >
      <Heart size={22} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
