import { useTranslations } from 'use-intl';
import styles from './skeleton.module.css';

/** A grey stand-in of the coming content. Still: a shimmer would be motion that says nothing. */
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
