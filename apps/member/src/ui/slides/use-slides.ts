import { useDirection } from '@base-ui/react/direction-provider';
import type { EmblaCarouselType } from 'embla-carousel';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { atRest } from '../deferred.tsx';

interface Slides {
  /** Of the element that shows one slide; its only child is the row of all of them. */
  frame: RefObject<HTMLDivElement | null>;
  /** For that element: without the code for hands the row stands by it (`slides.module.css`). */
  style: CSSProperties;
}

/**
 * Slides side by side, of which the one at `at` is shown; a hand turns them and `onTurn` is told. The code for hands is
 * asked for once the screen stands. Until it is there, and where it does not come, they are turned by taps and keys.
 */
export function useSlides(at: number, onTurn: (index: number) => void): Slides {
  const frame = useRef<HTMLDivElement>(null);
  const direction = useDirection();
  const [embla, setEmbla] = useState<EmblaCarouselType | null>(null);
  const latest = useRef({ at, onTurn });
  latest.current = { at, onTurn };

  useEffect(() => {
    let made: EmblaCarouselType | null = null;
    let isGone = false;
    atRest(async () => {
      const code = await import('embla-carousel').catch(() => null);
      if (isGone || code === null || frame.current === null) return;
      made = code.default(frame.current, { direction, duration: 22, startIndex: latest.current.at });
      made.on('select', (turned) => latest.current.onTurn(turned.selectedScrollSnap()));
      setEmbla(made);
    });
    return () => {
      isGone = true;
      made?.destroy();
      setEmbla(null);
    };
  }, [direction]);

  useEffect(() => {
    if (embla !== null && embla.selectedScrollSnap() !== at) embla.scrollTo(at);
  }, [embla, at]);

  return { frame, style: { '--at': at } as CSSProperties };
}
