import Airplay from 'lucide-react/icons/airplay';
import Cast from 'lucide-react/icons/cast';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Pause from 'lucide-react/icons/pause';
import PictureInPicture2 from 'lucide-react/icons/picture-in-picture-2';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from '../player.module.css';
import { useMedia } from './media.ts';
import { useRemote } from './use-remote.ts';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function PlayKey({ store }: { store: MediaStore }) {
  const t = useTranslations('player');
  const isPaused = useMedia(store, (media) => media.mediaPaused ?? true);
  return (
    <Key
      label={t(isPaused ? 'play' : 'pause')}
      onClick={() => store.dispatch({ type: isPaused ? 'mediaplayrequest' : 'mediapauserequest' })}
    >
      {isPaused ? <Play {...ICON} /> : <Pause {...ICON} />}
    </Key>
  );
}

export function Sound({ store }: { store: MediaStore }) {
  const t = useTranslations('player');
  const isOff = useMedia(store, (media) => media.mediaMuted === true || media.mediaVolume === 0);
  const volume = useMedia(store, (media) => media.mediaVolume ?? 1);
  const isFixed = useMedia(store, (media) => media.mediaVolumeUnavailable !== undefined);
  const percent = Math.round((isOff ? 0 : volume) * 100);
  return (
    <>
      <Key
        label={t(isOff ? 'unmute' : 'mute')}
        onClick={() => store.dispatch({ type: isOff ? 'mediaunmuterequest' : 'mediamuterequest' })}
      >
        {isOff ? <VolumeX {...ICON} /> : <Volume2 {...ICON} />}
      </Key>
      {isFixed ? null : (
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-label={t('volume')}
          aria-valuetext={`${percent}%`}
          className={`${styles.range} ${styles.volume}`}
          style={{ '--to': `${percent}%`, '--loaded': '0%' } as Record<string, string>}
          onChange={(event) =>
            store.dispatch({ type: 'mediavolumerequest', detail: Number(event.currentTarget.value) / 100 })
          }
        />
      )}
    </>
  );
}

/** Buttons for picture-in-picture, another screen, and full screen. */
export function ScreenKeys({ store, video }: { store: MediaStore; video: HTMLVideoElement }) {
  const t = useTranslations('player');
  const hasPip = useMedia(store, (media) => media.mediaPipUnavailable === undefined);
  const isPip = useMedia(store, (media) => media.mediaIsPip ?? false);
  const hasFull = useMedia(store, (media) => media.mediaFullscreenUnavailable === undefined);
  const isFull = useMedia(store, (media) => media.mediaIsFullscreen ?? false);
  const remote = useRemote(store, video);
  return (
    <>
      {hasPip ? (
        <Key
          label={t(isPip ? 'pipLeave' : 'pip')}
          onClick={() => store.dispatch({ type: isPip ? 'mediaexitpiprequest' : 'mediaenterpiprequest' })}
        >
          <PictureInPicture2 {...ICON} />
        </Key>
      ) : null}
      {remote === null ? null : (
        <Key label={t('remote')} onClick={remote.choose}>
          {remote.kind === 'airplay' ? <Airplay {...ICON} /> : <Cast {...ICON} />}
        </Key>
      )}
      {hasFull ? (
        <Key
          label={t(isFull ? 'fullLeave' : 'full')}
          onClick={() =>
            store.dispatch({ type: isFull ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest' })
          }
        >
          {isFull ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
        </Key>
      ) : null}
    </>
  );
}

/** An icon button of the player. */
export function Key({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" title={label} className={styles.key} onClick={onClick}>
      <span className="visually-hidden">{label}</span>
      {children}
    </button>
  );
}
