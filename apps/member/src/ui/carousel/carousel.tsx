import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import slideStyles from '../slides/slides.module.css';
import { useSlides } from '../slides/use-slides.ts';
import styles from './carousel.module.css';

interface CarouselProps {
  /** Translated role description, such as "carousel". */
  role: string;
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
  /** Label of a slide's dot; the first is 1. */
  dotLabel(number: number): string;
}

/** Slides that only a swipe or a tap on a dot turns, never a timer. */
export function Carousel({ role, label, slides, dotLabel }: CarouselProps) {
  const [shown, setShown] = useState(0);
  const { frame, style } = useSlides(shown, setShown);

  return (
    <section aria-roledescription={role} aria-label={label} className={styles.carousel}>
      <div ref={frame} className={styles.frame} style={style}>
        <div className={slideStyles.row}>
          {slides.map(({ key, content }, index) => (
            <div key={key} className={styles.slide} inert={index !== shown}>
              {content}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.dots}>
        {slides.map(({ key }, index) => (
          <button
            key={key}
            type="button"
            className={classNames(styles.dot, index === shown && styles.dotShown)}
            aria-label={dotLabel(index + 1)}
            aria-current={index === shown}
            onClick={() => setShown(index)}
          />
        ))}
      </div>
    </section>
  );
}
