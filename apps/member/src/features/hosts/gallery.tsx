import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Carousel } from '../../ui/carousel/carousel.tsx';
import { HostPicture } from './host-picture.tsx';
import styles from './host-view.module.css';
import type { ShownPicture } from './picture-stage.tsx';
import { PictureStage } from './picture-stage.tsx';

interface GalleryProps {
  name: string;
  pictures: readonly ShownPicture[];
  /** Called when a picture fails to load; it may be deleted. */
  onBroken(): void;
}

/** Pictures to swipe through; a tap opens one full screen. */
export function Gallery({ name, pictures, onBroken }: GalleryProps) {
  const t = useTranslations('hosts');
  const [open, setOpen] = useState<number | null>(null);
  const at = open === null || pictures.length === 0 ? null : Math.min(open, pictures.length - 1);
  const slides = pictures.map(({ id, url }, index) => ({
    key: id,
    content: (
      <div className={styles.slide}>
        <button
          type="button"
          className={styles.open}
          aria-label={t('openPicture', { name, number: index + 1, count: pictures.length })}
          aria-haspopup="dialog"
          onClick={() => setOpen(index)}
        >
          <HostPicture url={url} onBroken={onBroken} />
        </button>
        {pictures.length < 2 ? null : (
          <bdi aria-hidden="true" className={styles.counter}>
            {t('counter', { number: index + 1, count: pictures.length })}
          </bdi>
        )}
      </div>
    ),
  }));
  return (
    <>
      {pictures.length < 2 ? (
        <div className={styles.single}>{slides[0]?.content ?? <HostPicture url={null} onBroken={onBroken} />}</div>
      ) : (
        <Carousel
          role={t('carousel')}
          label={t('pictures', { name })}
          slides={slides}
          dotLabel={(number) => t('showPicture', { number, count: pictures.length })}
        />
      )}
      <PictureStage
        name={name}
        pictures={pictures}
        at={at}
        onTurn={setOpen}
        onClose={() => setOpen(null)}
        onBroken={onBroken}
      />
    </>
  );
}
