import { useDirection } from '@base-ui/react/direction-provider';
import type { EmblaCarouselType } from 'embla-carousel';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { atRest } from '../deferred.tsx';

const still = matchMedia('(prefers-reduced-motion: reduce)');

interface Slides {
  /** Ref for the element that shows one slide. Its only child is the row of slides. */
  frame: RefObject<HTMLDivElement | null>;
  /** Style for the same element. `slides.module.css` positions the row by it until Embla has loaded. */
  style: CSSProperties;
}

/**
 * Slides side by side that a swipe turns; `at` is the current one. Embla, which handles swipes, loads after the screen.
 * Without it, taps and keys still turn the slides.
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
    if (embla !== null && embla.selectedScrollSnap() !== at) embla.scrollTo(at, still.matches);
  }, [embla, at]);

  return { frame, style: { '--at': at } as CSSProperties };
}
