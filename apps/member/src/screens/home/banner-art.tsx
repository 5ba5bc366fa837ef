import { PATTERN_BOX, patternOf } from '@tercet/contract/made-banners.ts';
import type { Banner } from '../../api/shared/types.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './banners.module.css';

/** Background of a banner: uploaded picture, pattern, or the house's mark. */
export function BannerArt({ id, picture }: Pick<Banner, 'id' | 'picture'>) {
  if (picture?.kind === 'own') {
    return <img src={`/api/banners/${id}/picture?v=${picture.version}`} alt="" className={styles.picture} />;
  }
  const paths = picture === null ? [] : patternOf(picture.id);
  // A newer server may name a pattern that this app does not have.
  if (paths.length === 0) return <Mark state="sealed" size={190} silent className={styles.art} />;
  return (
    <svg viewBox={PATTERN_BOX} preserveAspectRatio="xMaxYMid slice" aria-hidden="true" className={styles.pattern}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
