import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { useTranslations } from 'use-intl';
import type { Slip, SlipSelection } from '../../../api/shared/types.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { Fact, Facts } from '../../../ui/facts/facts.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { inBetOrder } from '../../bets/bet-order.ts';
import { useOddsText } from '../../bets/odds-text.ts';
import { useBetName, useSumWords } from '../../bets/use-bet-name.ts';
import { QuestionBet } from '../../complaints/question-bet.tsx';
import { Amount } from '../../house/amount.tsx';
import { useMoneyText } from '../../house/use-money.ts';
import { ReceiptPaper } from '../../paper/receipt-paper.tsx';
import { outcomeOf } from '../settled-words.ts';
import { SlipPill } from '../slip-pill.tsx';
import styles from './slip-details.module.css';
import { SlipProofLine } from './slip-proof-line.tsx';
import { SlipReceipt } from './slip-receipt.tsx';

export function SlipDetails({ slip }: { slip: Slip }) {
  const t = useTranslations('slips');
  const words = useSumWords();
  const own = useTranslations('ownBets');
  const money = useMoneyText();
  const outcome = outcomeOf(slip);
  const sum = slip.dice?.reduce((total, die) => total + die, 0) ?? null;
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <Dice values={slip.dice} size={40} />
        <span className={styles.sum}>{sum === null ? t('notDrawn') : t('sum', { sum, words: words(sum) })}</span>
        <SlipPill slip={slip} />
      </div>
      {outcome === 'partly' ? (
        <p>{own('some', { paid: money(slip.payoutMinor ?? '0'), staked: money(slip.totalMinor) })}</p>
      ) : null}
      <ul className={styles.bets}>
        {inBetOrder(slip.selections).map((selection) => (
          <BetLine key={selection.bet} selection={selection} isGain={outcome === 'won'} />
        ))}
      </ul>
      <Totals slip={slip} />
      <SlipProofLine slip={slip} />
      <SlipReceipt slip={slip} />
      <ButtonLink wide to={paths.verify({ slip: slip.id })}>
        {t('openProof')}
      </ButtonLink>
      <ReceiptPaper of={slip.id} />
      <QuestionBet slip={slip} />
    </div>
  );
}

/** `isGain`: the slip won as a whole. The payout of one bet in a losing slip is not highlighted. */
function BetLine({ selection, isGain }: { selection: SlipSelection; isGain: boolean }) {
  const t = useTranslations('slips');
  const name = useBetName();
  const odds = useOddsText();
  const Sign = selection.won ? Check : Minus;
  return (
    <li className={styles.bet} data-gain={(isGain && selection.won) || undefined}>
      <span className={styles.betName}>
        {name(selection.bet)}{' '}
        <bdi dir="ltr" className={styles.times}>
          {odds.multiplier(selection)}
        </bdi>
      </span>
      <span className={styles.betAmounts}>
        <Amount minor={selection.stakeMinor} unit={false} />
        {selection.won === null ? null : (
          <span className={styles.result}>
            <Sign size={14} strokeWidth={2.25} aria-hidden="true" />
            {selection.won && selection.payoutMinor !== null ? (
              <>
                <span className="visually-hidden">{t('wonWord')} </span>
                <Amount minor={selection.payoutMinor} sign="always" unit={false} />
              </>
            ) : (
              t('lostWord')
            )}
          </span>
        )}
      </span>
    </li>
  );
}

function Totals({ slip }: { slip: Slip }) {
  const t = useTranslations('slips');
  const times = useTimes();
  return (
    <Facts className={styles.totals}>
      <Fact label={t('staked')}>
        <Amount minor={slip.totalMinor} />
      </Fact>
      <Fact label={t('paid')}>{slip.payoutMinor === null ? t('notYet') : <Amount minor={slip.payoutMinor} />}</Fact>
      <Fact label={t('placedAt')}>{times.moment(slip.placedAtMs)}</Fact>
      <Fact label={t('settledAt')}>{slip.settledAtMs === null ? t('notYet') : times.moment(slip.settledAtMs)}</Fact>
    </Facts>
  );
}
