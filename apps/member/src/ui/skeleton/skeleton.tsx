import { useTranslations } from 'use-intl';
import styles from './skeleton.module.css';

/**
 * Grey placeholder for loading content. `blocks`: heights in pixels. It does not shimmer, since that motion carries no
 * information.
 */
export function Skeleton({ blocks }: { blocks: readonly number[] }) {
  const t = useTranslations('state');
  return (
    <div role="status" aria-busy="true" className={styles.skeleton}>
      <span className="visually-hidden">{t('loading')}</span>
      {blocks.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never move.
        <div key={index} className={styles.block} style={{ blockSize: height }} />
      ))}
    </div>
  );
}
