import type { MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { useEffect, useState } from 'react';
import { useMedia } from './media.ts';

interface Remote {
  kind: 'airplay' | 'cast';
  choose(): void;
}

/** AirPlay or casting. Null if the browser supports neither, or finds no device for this film. */
export function useRemote(store: MediaStore, video: HTMLVideoElement): Remote | null {
  const hasAirplay = useMedia(store, (media) => media.mediaAirplayUnavailable === undefined);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { remote } = video;
    if (remote === undefined) return;
    let watch: number | null = null;
    remote.watchAvailability(setNear).then(
      (id) => {
        watch = id;
      },
      () => setNear(false),
    );
    return () => {
      if (watch !== null) void remote.cancelWatchAvailability(watch).catch(() => undefined);
    };
  }, [video]);
  if (hasAirplay) return { kind: 'airplay', choose: () => store.dispatch({ type: 'mediaairplayrequest' }) };
  // The prompt rejects if the viewer closes it.
  return isNear ? { kind: 'cast', choose: () => void video.remote.prompt().catch(() => undefined) } : null;
}
