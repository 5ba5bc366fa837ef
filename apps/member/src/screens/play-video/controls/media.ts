import { createMediaStore, type MediaState, type MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * The state store of media-chrome: what video and browser can do and are doing, and requests to change it. Its elements
 * are not used: they put styles into shadow roots, which the content security policy (`style-src 'self'`) blocks. It
 * stores volume and muting on the phone itself.
 */
export function useMediaStore(video: HTMLVideoElement, frame: HTMLElement | null): MediaStore {
  const [store] = useState(() => createMediaStore({ media: video, documentElement: document }));
  useEffect(() => {
    store.dispatch({ type: 'fullscreenelementchangerequest', detail: frame });
  }, [store, frame]);
  return store;
}

export function useMedia<T>(store: MediaStore, select: (state: Partial<MediaState>) => T): T {
  const subscribe = useCallback((onChange: () => void) => store.subscribe(onChange), [store]);
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}
