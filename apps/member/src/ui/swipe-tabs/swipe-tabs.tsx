import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { useRovingFocus } from '../roving-focus/use-roving-focus.ts';
import slides from '../slides/slides.module.css';
import { useSlides } from '../slides/use-slides.ts';
import styles from './swipe-tabs.module.css';

interface SwipeTabsProps {
  label: string;
  tabs: readonly { key: string; label: string }[];
  shown: string;
  onShow(key: string): void;
  /** Renders a tab's page. `isShown` is false for its neighbours, which become visible during a swipe. */
  children(key: string, isShown: boolean): ReactNode;
}

/** Tabs with pages side by side. A tap, the arrow keys or a swipe chooses one. */
export function SwipeTabs({ label, tabs, shown, onShow, children }: SwipeTabsProps) {
  const id = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === shown),
  );
  const { frame, style } = useSlides(at, (turned) => {
    turnTo(turned);
  });
  const { row, tabIndexOf } = useRovingFocus(at, (place) => turnTo(place));
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at];
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [at]);

  function turnTo(place: number): void {
    const key = tabs[place]?.key;
    if (key !== undefined) onShow(key);
  }

  return (
    <div>
      <div ref={strip} className={styles.strip}>
        <div role="tablist" aria-label={label} className={styles.list} {...row}>
          {tabs.map((tab, place) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              aria-selected={place === at}
              id={`${id}-${tab.key}`}
              tabIndex={tabIndexOf(place)}
              className={styles.tab}
              onClick={() => turnTo(place)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div ref={frame} className={styles.frame} style={style}>
        <div className={classNames(slides.row, styles.track)}>
          {tabs.map(({ key }, index) => (
            <div
              key={key}
              role="tabpanel"
              aria-labelledby={`${id}-${key}`}
              className={styles.page}
              data-shown={index === at ? '' : undefined}
              inert={index !== at}
            >
              {Math.abs(index - at) > 1 ? null : children(key, index === at)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
