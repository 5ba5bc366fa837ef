import { useFormatter, useTranslations } from 'use-intl';
import type { Draw, Lottery } from '../../../api/shared/types.ts';
import { useSumWords } from '../../../features/bets/use-bet-name.ts';
import { markOfDraw } from '../../../features/proof/draw-mark.ts';
import { markOfCheck, useDrawCheck } from '../../../features/proof/use-draw-check.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import styles from './draw-sheet.module.css';
import { drawsAtOf } from './latest-draw.ts';

interface DrawSheetProps {
  lottery: Lottery;
  draw: Draw | null;
  onClose(): void;
}

/** A draw: its dice, the sealed root of its bets, the beacon round, and a link to check it. */
export function DrawSheet({ lottery, draw, onClose }: DrawSheetProps) {
  const t = useTranslations('lottery');
  return (
    <Sheet
      open={draw !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('drawTitle')}
      description={
        <>
          {lottery.name} · <bdi dir="ltr">{draw?.period ?? ''}</bdi>
        </>
      }
    >
      {draw === null ? null : <DrawFacts lottery={lottery} draw={draw} />}
    </Sheet>
  );
}

function DrawFacts({ lottery, draw }: { lottery: Lottery; draw: Draw }) {
  const t = useTranslations('lottery');
  const format = useFormatter();
  const words = useSumWords();
  const check = useDrawCheck(draw.drawId, draw.dice !== null);
  const mark = markOfCheck(check) ?? markOfDraw(draw);
  const times = useTimes();
  return (
    <div className={styles.facts}>
      <div className={styles.head}>
        <Dice values={draw.dice} size={44} />
        <p className={styles.sum}>
          {draw.sum === null ? t('diceAtTime', { at: times.clock(drawsAtOf(lottery, draw.period)) }) : draw.sum}
          {draw.sum === null ? null : <span className={styles.words}>{words(draw.sum)}</span>}
        </p>
      </div>
      <Mark state={mark} worded />
      <dl className={styles.list}>
        <div>
          <dt>{t('sealedRoot')}</dt>
          <dd className={styles.hex}>{draw.root ?? t('notYet')}</dd>
        </div>
        <div>
          <dt>{t('sealedSlips')}</dt>
          <dd>
            {draw.slipCount === null ? t('notYet') : format.number(draw.slipCount)}
            {draw.sealedAtMs === null ? null : (
              <span className={styles.at}>{t('at', { time: times.clock(draw.sealedAtMs) })}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('round')}</dt>
          <dd>
            <bdi dir="ltr">{draw.round === 0 ? t('notYet') : draw.round}</bdi>
            <span className={styles.at}>{t(draw.houseRun ? 'houseRun' : 'publicBeacon')}</span>
          </dd>
        </div>
      </dl>
      <ButtonLink wide to={paths.verify({ draw: draw.drawId })}>
        {t('checkDraw')}
      </ButtonLink>
    </div>
  );
}
