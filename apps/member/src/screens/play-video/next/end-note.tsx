import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { PriceMark } from '../../../features/videos/price-mark.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { OverlayNote } from '../overlay-note.tsx';
import type { NextFilm } from './use-next.ts';

/** Time to cancel before the next film, in milliseconds. */
const NOTICE_MS = 5_000;

/**
 * Overlay at the end of a film. The next film starts only if the member asked for it while watching this one,
 * after a notice that the member can cancel. The notice counts no seconds: only a period counts down.
 */
export function EndNote({ next, onAgain }: { next: NextFilm; onAgain(): void }) {
  const t = useTranslations('player');
  const { film, isWanted, want } = next;
  const isComing = film !== null && isWanted;
  const play = useRef(next.play);
  play.current = next.play;
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => play.current(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isComing]);
  if (film === null) {
    return (
      <OverlayNote title={t('ended')}>
        <Button look="quiet" onClick={onAgain}>
          {t('again')}
        </Button>
      </OverlayNote>
    );
  }
  return (
    <OverlayNote
      label={isComing ? undefined : t('ended')}
      title={t('nextIs', { name: film.name })}
      text={isComing ? t('nextSoon') : <PriceMark video={film} />}
    >
      <Button onClick={next.play}>{t(isComing ? 'playNow' : 'playNext')}</Button>
      <Button look="quiet" onClick={isComing ? () => want(false) : onAgain}>
        {t(isComing ? 'cancel' : 'again')}
      </Button>
    </OverlayNote>
  );
}
