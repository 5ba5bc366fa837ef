import ScanSearch from 'lucide-react/icons/scan-search';
import { useTranslations } from 'use-intl';
import type { Draw } from '../../../api/shared/types.ts';
import { useSumWords } from '../../../features/bets/use-bet-name.ts';
import { markOfDraw } from '../../../features/proof/mark-of.ts';
import { paths } from '../../../paths.ts';
import { IconLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import styles from './draw-list.module.css';
import { OwnLine } from './own-line.tsx';
import type { OwnResult } from './own-results.ts';

interface DrawListProps {
  draws: readonly Draw[];
  own: ReadonlyMap<number, OwnResult>;
  onPick(draw: Draw): void;
}

/** Past draws, newest first. A row opens the draw, the sign at its end checks it. */
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
  own: OwnResult | undefined;
  onPick(draw: Draw): void;
}

function Row({ draw, own, onPick }: RowProps) {
  const t = useTranslations('lottery');
  const words = useSumWords();
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={() => onPick(draw)}>
        <Mark state={markOfDraw(draw)} size={22} />
        <span className={styles.words}>
          <span className={styles.result}>
            <span className={styles.sum}>{draw.sum ?? '–'}</span>
            {draw.sum === null ? null : <span>{words(draw.sum)}</span>}
          </span>
          <bdi dir="ltr" className={styles.period}>
            {draw.period}
          </bdi>
          {own === undefined ? null : <OwnLine own={own} className={styles.own} />}
        </span>
        <Dice values={draw.dice} size={24} />
      </button>
      <IconLink label={`${t('checkDraw')}: ${draw.period}`} to={paths.verify({ draw: draw.drawId })}>
        <ScanSearch size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconLink>
    </li>
  );
}
