import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
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
    const key = tabs[turned]?.key;
    if (key !== undefined) onShow(key);
  });
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at];
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [at]);
  return (
    <Tabs.Root value={tabs[at]?.key ?? ''} onValueChange={(key: string) => onShow(key)}>
      <div ref={strip} className={styles.strip}>
        <Tabs.List aria-label={label} className={styles.list} activateOnFocus>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.key} value={tab.key} id={`${id}-${tab.key}`} className={styles.tab}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
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
    </Tabs.Root>
  );
}
