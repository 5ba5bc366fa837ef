import { useTranslations } from 'use-intl';
import type { Draw } from '../../../api/shared/types.ts';
import { useSumWords } from '../../../features/bets/use-bet-name.ts';
import { CheckLink } from '../../../features/draws/check-link.tsx';
import { markOfDraw } from '../../../features/proof/draw-mark.ts';
import { Dice } from '../../../ui/dice/dice.tsx';
import styles from './draw-list.module.css';
import { MyLine } from './my-line.tsx';
import type { PeriodResult } from './my-results.ts';

interface DrawListProps {
  draws: readonly Draw[];
  own: ReadonlyMap<number, PeriodResult>;
  onPick(draw: Draw): void;
}

/** Past draws, newest first. A row opens the draw; the mark at its start checks it. */
export function DrawList({ draws, own, onPick }: DrawListProps) {
  return (
    <ul className={styles.list}>
      {draws.map((draw) => (
        <Row key={draw.drawId} draw={draw} own={own.get(draw.period)} onPick={onPick} />
      ))}
    </ul>
  );
}

interface RowProps {
  draw: Draw;
  own: PeriodResult | undefined;
  onPick(draw: Draw): void;
}

function Row({ draw, own, onPick }: RowProps) {
  const t = useTranslations('lottery');
  const markWord = useTranslations('mark');
  const words = useSumWords();
  return (
    <li className={styles.row}>
      <CheckLink draw={draw} mark={markOfDraw(draw)} markSize={24} className={styles.check} />
      <button type="button" className={styles.open} onClick={() => onPick(draw)}>
        <span className={styles.words}>
          <span className={styles.result}>
            {draw.sum === null ? (
              <span className={styles.none}>{t(draw.state === 'void' ? 'stripVoid' : 'notYet')}</span>
            ) : (
              <>
                <span className={styles.sum}>{draw.sum}</span>
                <span>{words(draw.sum)}</span>
              </>
            )}
          </span>
          <span className={styles.period}>
            <bdi dir="ltr">{draw.period}</bdi>
            {draw.houseRun ? ` · ${markWord('house-run')}` : null}
          </span>
          {own === undefined ? null : <MyLine own={own} className={styles.own} />}
        </span>
        <Dice values={draw.dice} size={24} />
      </button>
    </li>
  );
}
