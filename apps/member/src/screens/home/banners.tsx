import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { Banner } from '../../api/shared/types.ts';
import { useBeaconClaim } from '../../features/house/use-beacon-claim.ts';
import { routeOf } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link/link.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { BannerArt } from './banner-art.tsx';
import styles from './banners.module.css';

const Carousel = preloadable(async () => (await import('../../ui/carousel/carousel.tsx')).Carousel);

export const carouselAhead = Carousel.ahead;

interface BannersProps {
  banners: Banner[] | undefined;
  failed: boolean;
}

/** The house's banners. Sentences about the beacon are filled in from the beacon in force. */
export function Banners({ banners: written, failed }: BannersProps) {
  const t = useTranslations('home');
  const claim = useBeaconClaim();
  const banners = written?.map((banner) => ({ ...banner, text: claim.fill(banner.text) }));
  if (banners === undefined) return failed ? null : <div className={styles.waiting} aria-hidden="true" />;
  const [first] = banners;
  if (first === undefined) return null;
  if (banners.length === 1) return <Slide banner={first} />;
  return (
    <Suspense fallback={<Still banner={first} />}>
      <Carousel
        role={t('carousel')}
        label={t('banners')}
        slides={banners.map((banner) => ({ key: banner.id, content: <Slide banner={banner} /> }))}
        dotLabel={(number) => t('bannerOf', { number, count: banners.length })}
      />
    </Suspense>
  );
}

/** First banner, with space for the dots, until the carousel's code is loaded. */
function Still({ banner }: { banner: Banner }) {
  return (
    <div className={styles.still}>
      <Slide banner={banner} />
    </div>
  );
}

function Slide({ banner }: { banner: Banner }) {
  const content = (
    <>
      <BannerArt id={banner.id} picture={banner.picture} />
      <span className={classNames(styles.words, banner.picture?.kind === 'own' && styles.veiled)}>
        <span className={styles.title}>{banner.title}</span>
        <span className={styles.text}>{banner.text}</span>
      </span>
    </>
  );
  const own = banner.link !== null && routeOf(banner.link.split(/[?#]/, 1)[0] ?? '') !== null;
  if (banner.link === null || !own) return <div className={styles.banner}>{content}</div>;
  return (
    <Link to={banner.link} className={styles.banner}>
      {content}
    </Link>
  );
}
