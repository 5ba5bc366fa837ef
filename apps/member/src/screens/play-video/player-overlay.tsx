import { useTranslations } from 'use-intl';
import { isNowhere } from '../../api/shared/problem.ts';
import type { Watching } from '../../api/shared/types.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import type { Film } from './film/film.ts';
import { LockAct } from './lock-act.tsx';
import { useLockWords } from './lock-words.ts';
import { EndNote } from './next/end-note.tsx';
import { OverlayNote } from './overlay-note.tsx';
import styles from './player.module.css';
import type { PlayerProps } from './player-props.ts';

/** Overlay while the picture does not play: loading, a failure, the end, or how to unlock the film. */
export function PlayerOverlay({ film, state, watching, next, onBuy }: PlayerProps) {
  const t = useTranslations('player');
  const text = useProblemText();
  const { halted, open, waiting, retries } = state;
  if (open === null && watching.error !== null && watching.data === undefined) {
    // Another try would not help. Without any data of the film, the whole page says so as soon as it knows.
    if (isNowhere(watching.error)) return <OverlayNote title={t('gone')} text={t('goneText')} />;
    return (
      <OverlayNote title={t('failed')} text={text(watching.error)}>
        <Button onClick={() => void watching.refetch()}>{t('retry')}</Button>
      </OverlayNote>
    );
  }
  if (halted === 'failed') {
    return (
      <OverlayNote title={t('failed')} text={t('failedText')}>
        <Button onClick={film?.retry ?? loadPage}>{t('retry')}</Button>
      </OverlayNote>
    );
  }
  if (film !== null && halted === 'done') {
    return <EndNote next={next} onAgain={() => void film.video.play()} />;
  }
  if (film !== null && halted !== null && watching.data !== undefined) {
    return <Locked film={film} watching={watching.data} isOver={halted === 'over'} onBuy={onBuy} />;
  }
  if (!waiting) return null;
  return (
    <p role="status" className={styles.loading}>
      {retries === 0 ? t('loading') : t('stillLoading', { retry: retries })}
    </p>
  );
}

/** Only a reload of the page can load missing player code. */
function loadPage(): void {
  location.reload();
}

interface LockedProps {
  film: Film;
  watching: Watching;
  /** True: the preview is over. False: access ended during the full film. */
  isOver: boolean;
  onBuy(): void;
}

function Locked({ film, watching, isOver, onBuy }: LockedProps) {
  const t = useTranslations('player');
  const words = useLockWords();
  const { lock, access } = watching;
  if (lock === null) return null;
  const { title, text } = words(lock, access);
  return (
    <OverlayNote label={t(isOver ? 'previewOver' : 'stopped')} title={title} text={text}>
      <LockAct lock={lock} onBuy={onBuy} />
      <Button
        look="quiet"
        onClick={() => {
          if (isOver) void film.video.play();
          else film.show(watching, { fromMs: null, play: true });
        }}
      >
        {t(isOver ? 'again' : 'watchPreview')}
      </Button>
    </OverlayNote>
  );
}
