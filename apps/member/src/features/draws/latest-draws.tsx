import { useTranslations } from 'use-intl';
import type { Draw, Lottery } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { useListText } from '../../ui/format/list-text.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { markOfDraw } from '../proof/draw-mark.ts';
import styles from './latest-draws.module.css';

/** The last draw of each table. A tap verifies it. */
export function LatestDraws({ lotteries }: { lotteries: Lottery[] }) {
  return (
    <ul className={styles.list}>
      {lotteries.map(({ key, name, lastDraw }) =>
        lastDraw === null ? null : <Row key={key} name={name} draw={lastDraw} />,
      )}
    </ul>
  );
}

function Row({ name, draw }: { name: string; draw: Draw }) {
  const t = useTranslations('draws');
  const list = useListText();
  return (
    <li>
      <Link to={paths.verify({ draw: draw.drawId })} className={styles.row}>
        <Mark state={markOfDraw(draw)} size={26} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.period}>
            <bdi dir="ltr">{draw.period}</bdi>
          </span>
        </span>
        <Dice values={draw.dice} size={26} silent />
        <span className={styles.sum}>
          <span className="visually-hidden">{draw.dice === null ? null : t('sum', { dice: list(draw.dice) })}</span>
          {draw.sum ?? '–'}
        </span>
      </Link>
    </li>
  );
}
