import { createMediaStore, type MediaState, type MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Of media-chrome the store alone: what the picture and the browser can do and are doing, and the requests that change
 * it. Its elements bring styles inside of their shadow roots, which the pages' policy (`style-src 'self'`) lets not in.
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
