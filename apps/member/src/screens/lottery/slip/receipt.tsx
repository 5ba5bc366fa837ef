import Download from 'lucide-react/icons/download';
import { useTranslations } from 'use-intl';
import type { Draw, Placed } from '../../../api/shared/types.ts';
import { inBetOrder } from '../../../features/bets/bet-order.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { ReceiptButton } from '../../../features/receipts/receipt-sheet.tsx';
import { saveReceipts } from '../../../features/receipts/receipt-text.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { MyResultText } from '../my-bets/my-result-text.tsx';
import styles from './steps.module.css';
import type { Decided } from './use-decided.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ReceiptProps {
  placed: Placed;
  /** True if this phone stored the receipt; null until the storage has responded. */
  kept: boolean | null;
  decided: Decided | null;
}

/** An accepted slip: its bets, the signed receipt, and the result if there is one. */
export function Receipt({ placed, kept: saved, decided }: ReceiptProps) {
  const t = useTranslations('lottery');
  const times = useTimes();
  const name = useBetName();
  const { slip, receipt } = placed;
  return (
    <div className={styles.step}>
      <div className={styles.receiptHead} role="status">
        {decided === null ? (
          <>
            <Mark state="open" size={40} silent />
            <p>{t('receiptText')}</p>
          </>
        ) : (
          <>
            <Dice values={decided.draw.dice} size={36} />
            <div className={styles.result}>
              <MyResultText own={decided.own} />
              {decided.draw.houseRun ? <span className={styles.beacon}>{t('houseRun')}</span> : null}
            </div>
          </>
        )}
      </div>
      <ul className={styles.bets}>
        {inBetOrder(slip.selections).map(({ bet, stakeMinor }) => (
          <li key={bet} className={styles.bet}>
            <span>{name(bet)}</span>
            <Amount minor={stakeMinor} unit={false} />
          </li>
        ))}
        <li className={styles.bet}>
          <strong>{t('total')}</strong>
          <strong>
            <Amount minor={slip.totalMinor} />
          </strong>
        </li>
      </ul>
      <dl className={styles.sums}>
        <div>
          <dt>{t('acceptedAt')}</dt>
          <dd>{times.clock(slip.placedAtMs)}</dd>
        </div>
        <div>
          <dt>{t('signature')}</dt>
          <dd>
            <bdi dir="ltr" className={styles.mono}>
              {receipt.signature.slice(0, 8)}…{receipt.signature.slice(-8)}
            </bdi>
          </dd>
        </div>
      </dl>
      <p className={styles.kept}>{saved === null ? '\u00a0' : t(saved ? 'receiptKept' : 'receiptNotKept')}</p>
      <div className={styles.pair}>
        <ReceiptButton placed={placed} />
        <Button look="quiet" onClick={() => saveReceipts([placed])}>
          <Download {...ICON} />
          {t('save')}
        </Button>
      </div>
    </div>
  );
}

interface ReceiptFootProps extends Pick<ReceiptProps, 'placed'> {
  /** The draw that decided the slip; null before. */
  draw: Draw | null;
  onDone(): void;
}

export function ReceiptFoot({ placed, draw, onDone }: ReceiptFootProps) {
  const t = useTranslations('lottery');
  return (
    <>
      {draw === null ? null : (
        <ButtonLink wide look="quiet" to={paths.verify({ draw: draw.drawId })}>
          {t('checkDraw')}
        </ButtonLink>
      )}
      <Button wide onClick={onDone}>
        {t('done')}
      </Button>
      <ButtonLink wide look="plain" to={paths.gameRecord({ id: placed.slip.id })}>
        {t('toRecord')}
      </ButtonLink>
    </>
  );
}
