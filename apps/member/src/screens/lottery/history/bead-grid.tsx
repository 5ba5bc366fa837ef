import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Draw } from '../../../api/shared/types.ts';
import { useBetName, useSumWords } from '../../../features/bets/use-bet-name.ts';
import { useIsRtl } from '../../../ui/direction.tsx';
import { useListText } from '../../../ui/format/list-text.ts';
import { Segments } from '../../../ui/segments/segments.tsx';
import styles from './bead-grid.module.css';
import { distanceFromEnd, scrollLeftAt } from './bead-scroll.ts';
import { nextBead } from './next-bead.ts';

const KINDS = ['size', 'parity', 'sums'] as const;
type Kind = (typeof KINDS)[number];

export type DrawnDraw = Draw & { sum: number };

interface BeadGridProps {
  /** Newest first. */
  draws: readonly DrawnDraw[];
  onPick(draw: Draw): void;
}

/**
 * One bead per draw, in columns from the oldest, opened at the newest. Beads are filled or hollow, so that colour is
 * never the only cue.
 */
export function BeadGrid({ draws, onPick }: BeadGridProps) {
  const t = useTranslations('history');
  const name = useBetName();
  const [kind, setKind] = useState<Kind>('size');
  const labels: Record<Kind, string> = {
    size: `${name('big')} / ${name('small')}`,
    parity: `${name('odd')} / ${name('even')}`,
    sums: t('sums'),
  };
  return (
    <div className={styles.part}>
      <Segments
        label={t('gridBy')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: labels[value] }))}
        onChange={(next) => setKind(next)}
      />
      {kind === 'sums' ? null : (
        <p className={styles.legend} aria-hidden="true">
          <span className={styles.sample} data-look="full" /> {name(kind === 'size' ? 'big' : 'odd')}
          <span className={styles.sample} data-look="hollow" /> {name(kind === 'size' ? 'small' : 'even')}
        </p>
      )}
      <Beads draws={draws} kind={kind} onPick={onPick} />
    </div>
  );
}

function Beads({ draws, kind, onPick }: BeadGridProps & { kind: Kind }) {
  const t = useTranslations('history');
  const name = useBetName();
  const words = useSumWords();
  const listed = useListText();
  const isRtl = useIsRtl();
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState(draws.length - 1);
  const oldestFirst = draws.toReversed();
  const current = Math.min(focused, draws.length - 1);
  const fromEnd = useRef(0);
  // Older draws that load, and a new one, must not move the beads in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per change of the list.
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollLeft = scrollLeftAt(list.current, fromEnd.current, isRtl);
  }, [draws.length, isRtl]);

  function move(event: KeyboardEvent): void {
    const next = nextBead(event.key, { index: current, count: draws.length, isRtl });
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <ol
      ref={list}
      className={styles.beads}
      aria-label={t('beads')}
      onKeyDown={move}
      onScroll={({ currentTarget }) => {
        fromEnd.current = distanceFromEnd(currentTarget);
      }}
    >
      {oldestFirst.map((draw, index) => (
        <li key={draw.drawId}>
          <button
            type="button"
            className={styles.bead}
            data-look={lookOf(draw.sum, kind)}
            tabIndex={index === current ? 0 : -1}
            aria-label={`${draw.period}: ${listed([name(`s${draw.sum}`), words(draw.sum)])}`}
            onFocus={() => setFocused(index)}
            onClick={() => onPick(draw)}
          >
            {draw.sum}
          </button>
        </li>
      ))}
    </ol>
  );
}

function lookOf(sum: number, kind: Kind): 'full' | 'hollow' | 'plain' {
  if (kind === 'sums') return 'plain';
  return (kind === 'size' ? sum > 10 : sum % 2 === 1) ? 'full' : 'hollow';
}
