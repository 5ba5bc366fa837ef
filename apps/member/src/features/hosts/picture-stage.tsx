import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { useIsRtl } from '../../ui/direction.tsx';
import { CloseFullScreen, FullScreen } from '../../ui/full-screen/full-screen.tsx';
import styles from './picture-stage.module.css';
import { useZoom } from './use-zoom.ts';

export interface ShownPicture {
  id: string;
  /** Null while loading. */
  url: string | null;
}

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface PictureStageProps {
  name: string;
  pictures: readonly ShownPicture[];
  /** Index of the open picture; null if closed. */
  at: number | null;
  onTurn(at: number): void;
  onClose(): void;
  onBroken(): void;
}

/** Full-screen pictures, one at a time. Zoom by fingers, wheel and keys; swipe or arrow keys for the next one. */
export function PictureStage({ at, name, onClose, ...rest }: PictureStageProps) {
  const t = useTranslations('hosts');
  return (
    <FullScreen open={at !== null} onClose={onClose} title={t('fullScreen', { name })}>
      {at === null ? null : <Stage at={at} name={name} {...rest} />}
    </FullScreen>
  );
}

function Stage({ name, pictures, at, onTurn, onBroken }: Omit<PictureStageProps, 'at' | 'onClose'> & { at: number }) {
  const t = useTranslations('hosts');
  const isRtl = useIsRtl();
  const zoom = useZoom((toward) => turn((toward === 'left') === isRtl ? -1 : 1));
  const label = t('pictureOf', { name, number: at + 1, count: pictures.length });
  const { scale, x, y } = zoom.view;

  function turn(by: number): void {
    const next = at + by;
    if (next < 0 || next >= pictures.length) return;
    zoom.whole();
    onTurn(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const acts: Record<string, () => void> = {
      ArrowRight: () => turn(isRtl ? -1 : 1),
      ArrowLeft: () => turn(isRtl ? 1 : -1),
      Home: () => turn(-at),
      End: () => turn(pictures.length - 1 - at),
      '+': zoom.nearer,
      '=': zoom.nearer,
      '-': zoom.farther,
      '0': zoom.whole,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole dialog, whose buttons do the same.
    <div className={styles.stage} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          <span className="visually-hidden">{label}</span>
          <bdi aria-hidden="true">{t('counter', { number: at + 1, count: pictures.length })}</bdi>
        </p>
        <IconButton label={t('nearer')} className={styles.key} onClick={zoom.nearer}>
          <ZoomIn {...ICON} />
        </IconButton>
        <IconButton label={t('farther')} className={styles.key} onClick={zoom.farther}>
          <ZoomOut {...ICON} />
        </IconButton>
        <CloseFullScreen label={t('closePictures')} />
      </div>
      <div ref={zoom.frame} className={styles.frame} data-near={scale > 1 ? '' : undefined} {...zoom.hands}>
        <img
          src={pictures[at]?.url ?? undefined}
          alt={label}
          className={styles.picture}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          onError={onBroken}
        />
      </div>
      {pictures.length < 2 ? null : (
        <div className={styles.turns}>
          <IconButton label={t('before')} className={styles.key} aria-disabled={at === 0} onClick={() => turn(-1)}>
            <ChevronLeft {...ICON} className={styles.pointing} />
          </IconButton>
          <IconButton
            label={t('next')}
            className={styles.key}
            aria-disabled={at === pictures.length - 1}
            onClick={() => turn(1)}
          >
            <ChevronRight {...ICON} className={styles.pointing} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
