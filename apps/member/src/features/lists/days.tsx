import type { ReactNode } from 'react';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './days.module.css';
import listStyles from './list.module.css';

interface DaysProps<T extends { atMs: number }> {
  /** Sorted by time, in either direction. */
  items: readonly T[];
  /** Renders one item as an `li`. */
  children(item: T): ReactNode;
}

/** A list with its items under the dates of their days. */
export function Days<T extends { atMs: number }>({ items, children }: DaysProps<T>) {
  const times = useTimes();
  return (
    <div className={styles.days}>
      {groupByDay(items, times.day).map(({ day, items: some }) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{day}</h2>
          <ul className={listStyles.list}>{some.map(children)}</ul>
        </section>
      ))}
    </div>
  );
}

function groupByDay<T extends { atMs: number }>(items: readonly T[], dayOf: (ms: number) => string) {
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.atMs);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
