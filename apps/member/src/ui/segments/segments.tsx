import { useLayoutEffect, useRef } from 'react';
import { useRovingFocus } from '../roving-focus/use-roving-focus.ts';
import { UnreadDot } from '../unread/unread-dot.tsx';
import compactStyles from './compact.module.css';
import fillStyles from './fill.module.css';
import wideStyles from './segments.module.css';

interface SegmentsProps<T extends string> {
  label: string;
  /** Null if none is chosen. */
  value: T | null;
  /** `mark`: name of the dot for unread items, for screen readers; undefined for no dot. */
  options: readonly { value: T; label: string; mark?: string | undefined }[];
  onChange(value: T): void;
  /**
   * `scroll`: scrolls sideways if the options do not fit. `compact`: narrow, for a setting inside a row. `fill`: as
   * wide as a form; long options wrap, or stand below each other. For two options that must both be seen.
   */
  look?: 'scroll' | 'compact' | 'fill';
}

const STYLES = { scroll: wideStyles, compact: compactStyles, fill: fillStyles };

/** Single choice, side by side. */
export function Segments<T extends string>({ label, value, options, onChange, look = 'scroll' }: SegmentsProps<T>) {
  const styles = STYLES[look];
  const group = useRef<HTMLDivElement>(null);
  const { row, tabIndexOf } = useRovingFocus(options.findIndex((option) => option.value === value));
  // A choice at the end of a long row is visible without scrolling.
  useLayoutEffect(() => {
    if (value !== null) revealChosen(group.current);
  }, [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways.
    <div role="group" ref={group} className={styles.group} aria-label={label} {...row}>
      {options.map((option, place) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          tabIndex={tabIndexOf(place)}
          className={styles.item}
          onClick={() => {
            if (option.value !== value) onChange(option.value);
          }}
        >
          {option.label}
          {option.mark === undefined ? null : <UnreadDot label={option.mark} className={styles.mark} />}
        </button>
      ))}
    </div>
  );
}

/** Shows a part of the next choice too. */
const BESIDE_PX = 16;

/** Scrolls the row alone: `scrollIntoView` would move the page too. */
function revealChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector('[aria-pressed="true"]');
  if (row === null || chosen == null) return;
  const [inner, outer] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left + BESIDE_PX;
  else if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right + BESIDE_PX;
}
