import Play from 'lucide-react/icons/play';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { languageOf } from '../../features/language/locales.ts';
import type { Film } from './film/film.ts';
import styles from './player.module.css';
import { PlayerOverlay } from './player-overlay.tsx';
import type { PlayerProps } from './player-props.ts';

/** Loads in parallel with the picture. If that fails, the browser's own controls appear. */
const Controls = lazy(async () => {
  try {
    return { default: (await import('./controls/controls.tsx')).Controls };
  } catch {
    return { default: OwnControls };
  }
});

function OwnControls({ film: { video } }: { film: Film }) {
  useEffect(() => {
    video.controls = true;
  }, [video]);
  return <div className={styles.controls} />;
}

export function Player(props: PlayerProps) {
  const { picture, film, state, cover, chapters, hasControls } = props;
  const t = useTranslations('player');
  const frame = useRef<HTMLElement>(null);
  const { open } = state;
  return (
    <section ref={frame} aria-label={t('player')} className={styles.player}>
      <div className={styles.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: the film's captions, if any, follow below. */}
        <video
          ref={picture}
          className={styles.picture}
          poster={cover}
          playsInline
          preload="auto"
          tabIndex={-1}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight, dataset } }) => {
            if (isWide(videoWidth / videoHeight)) dataset.wide = '';
            else delete dataset.wide;
          }}
        >
          {open?.captions.map(({ locale, url }) => (
            <track key={url} kind="subtitles" srcLang={locale} label={languageOf(locale)?.name ?? locale} src={url} />
          ))}
        </video>
        <span className={styles.sign} aria-hidden="true">
          <Play size={28} strokeWidth={1.75} />
        </span>
        <PlayerOverlay {...props} />
      </div>
      <Suspense fallback={<div className={styles.controls} />}>
        {film === null || open === null || !hasControls ? (
          <div className={styles.controls} />
        ) : (
          <Controls film={film} state={state} open={open} frame={frame} chapters={chapters} />
        )}
      </Suspense>
    </section>
  );
}

const WIDE = 16 / 9;

function isWide(ratio: number): boolean {
  return Math.abs(ratio / WIDE - 1) < 0.02;
}
