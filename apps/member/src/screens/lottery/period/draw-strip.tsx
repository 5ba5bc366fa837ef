import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { drawQuery } from '../../../api/lottery/lotteries.ts';
import type { Draw } from '../../../api/shared/types.ts';
import { useSumWords } from '../../../features/bets/use-bet-name.ts';
import { CheckLink } from '../../../features/draws/check-link.tsx';
import { markOfDraw } from '../../../features/proof/draw-mark.ts';
import { markOfCheck, useDrawCheck } from '../../../features/proof/use-draw-check.ts';
import { Dice } from '../../../ui/dice/dice.tsx';
import { stamp } from '../../../ui/feel/feel.ts';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import styles from './draw-strip.module.css';
import { stripMarks } from './strip-marks.ts';
import { TumblingDice } from './tumbling-dice.tsx';

interface DrawStripProps {
  draw: Draw;
  drawsAtMs: number;
  /** Called when the dice animation has ended. */
  onRest(drawId: string): void;
  onOpen(): void;
}

/** State of the newest closed period: sealed, drawn, checked. Its mark links to the check, the rest opens the draw. */
export const DrawStrip = memo(function DrawStrip({ draw, drawsAtMs, onRest, onOpen }: DrawStripProps) {
  const drawn = draw.dice !== null;
  // Only a draw that arrives while the screen is open is animated.
  const [watched] = useState(!drawn);
  const [resting, setResting] = useState(!watched);
  const check = useDrawCheck(draw.drawId, drawn);
  const found = markOfCheck(check);
  const mark = found !== null && resting ? found : markOfDraw(draw);
  const stamped = watched && mark === found;
  useEffect(() => {
    if (stamped) stamp();
  }, [stamped]);
  const { drawId } = draw;
  const lies = drawn && resting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once a draw.
  useEffect(() => {
    if (lies) onRest(drawId);
  }, [lies, drawId]);
  const silent = found !== null && resting;
  return (
    <div className={styles.strip}>
      {HAS_RESULT.has(draw.state) && (resting || !drawn) ? (
        <CheckLink draw={draw} mark={mark} stamped={stamped} silent={silent} className={styles.check} />
      ) : (
        <span className={styles.check}>
          <Mark key={mark} state={mark} size={32} silent={silent} />
        </span>
      )}
      <button type="button" className={styles.open} onClick={onOpen}>
        <Words draw={draw} drawsAtMs={drawsAtMs} resting={resting} found={resting ? found : null} />
        {draw.dice !== null && watched ? (
          <Falling draw={draw} checked={check !== null} onRest={() => setResting(true)} />
        ) : (
          <Dice values={draw.dice} size={DIE_PX} />
        )}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </button>
    </div>
  );
});

/** Leaves one line for the words in English, also before the app's font is loaded: no line is added later. */
const DIE_PX = 28;

/** States with a result to check. */
const HAS_RESULT: ReadonlySet<Draw['state']> = new Set(['drawn', 'settled', 'void', 'late', 'returned']);

interface WordsProps {
  draw: Draw;
  drawsAtMs: number;
  resting: boolean;
  found: MarkState | null;
}

function Words({ draw, drawsAtMs, resting, found }: WordsProps) {
  const t = useTranslations('lottery');
  const markWord = useTranslations('mark');
  return (
    <span className={styles.words}>
      <span className={styles.head}>
        <span className="visually-hidden">{t('lastDraw')} </span>
        <bdi dir="ltr" className={styles.period}>
          {draw.period}
        </bdi>
        {stripMarks(draw, found).map((mark) => (
          <span key={mark} className={mark === 'house-run' ? undefined : styles.found}>
            <span className={styles.dot}>{' · '}</span>
            {markWord(mark)}
          </span>
        ))}
      </span>
      <StripText draw={draw} drawsAtMs={drawsAtMs} resting={resting} />
    </span>
  );
}

function Falling({ draw, checked, onRest }: { draw: Draw; checked: boolean; onRest: () => void }) {
  const proof = useQuery(drawQuery(draw.drawId)).data;
  const bytes = draw.signature ?? proof?.signature ?? draw.root ?? '';
  return <TumblingDice values={draw.dice ?? []} signature={bytes} checked={checked} size={DIE_PX} onRest={onRest} />;
}

function StripText({ draw, drawsAtMs, resting }: { draw: Draw; drawsAtMs: number; resting: boolean }) {
  const t = useTranslations('lottery');
  const times = useTimes();
  const words = useSumWords();
  const at = times.clock(drawsAtMs);
  if (draw.state === 'void') return <span className={styles.text}>{t('stripVoid')}</span>;
  if (draw.state === 'late' || draw.state === 'returned') return <span className={styles.text}>{t('stripLate')}</span>;
  if (draw.sum === null) {
    return <span className={styles.text}>{t(draw.state === 'sealed' ? 'stripSealed' : 'stripLocked', { at })}</span>;
  }
  if (!resting) return <span className={styles.text}>{t('stripChecking')}</span>;
  return (
    <span className={styles.text}>
      <strong className={styles.sum}>{t('stripSum', { sum: draw.sum })}</strong> {words(draw.sum)}
    </span>
  );
}
