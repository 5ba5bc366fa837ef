import { useEffect, useState } from 'react';
import { keepCaptions, storedCaptions } from './preferences.ts';

/** Language of the visible captions, null if none. `show` also stores the choice for the next film. */
export function useCaptions(video: HTMLVideoElement): { shown: string | null; show(locale: string | null): void } {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const { textTracks } = video;
    const look = () => setShown(showing(video));
    const begin = () => {
      const stored = storedCaptions();
      if (stored !== null) turnTo(video, stored);
      look();
    };
    begin();
    textTracks.addEventListener('change', look);
    textTracks.addEventListener('addtrack', begin);
    return () => {
      textTracks.removeEventListener('change', look);
      textTracks.removeEventListener('addtrack', begin);
    };
  }, [video]);
  return { shown, show: (locale) => showCaptions(video, locale) };
}

export function showCaptions(video: HTMLVideoElement, locale: string | null): void {
  keepCaptions(locale);
  turnTo(video, locale);
}

export function showing(video: HTMLVideoElement): string | null {
  return [...video.textTracks].find(({ mode }) => mode === 'showing')?.language ?? null;
}

/** Shows the captions in this language and hides all others. Shows none if the film lacks the language. */
function turnTo(video: HTMLVideoElement, locale: string | null): void {
  for (const track of video.textTracks) {
    const mode = track.language === locale ? 'showing' : 'disabled';
    if (track.kind === 'subtitles' && track.mode !== mode) track.mode = mode;
  }
}
