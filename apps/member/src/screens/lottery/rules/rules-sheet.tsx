import { type Bet, payoutOnDice } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import type { Lottery, Table, TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { ShareLink } from '../../../features/share/share-link.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { Fact, Facts } from '../../../ui/facts/facts.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { OwnLimits } from './own-limits.tsx';
import { kindsOfRules, type RuleKind } from './rule-kinds.ts';
import styles from './rules.module.css';

interface RulesSheetProps {
  lottery: Lottery;
  table: Table;
  open: boolean;
  side: boolean;
  onOpenChange(open: boolean): void;
}

/**
 * The member's own limits, those of the table, its kinds of bets, each with an example, and the meaning of void and
 * late draws.
 */
export function RulesSheet({ lottery, table, open, side, onOpenChange }: RulesSheetProps) {
  const t = useTranslations('tableRules');
  const titles = useTranslations('titles');
  return (
    <Sheet open={open} side={side} onOpenChange={onOpenChange} title={t('open')} description={lottery.name}>
      <div className={styles.rules}>
        <OwnLimits />
        <Limits table={table} />
        <section className={styles.part}>
          <h3 className={styles.heading}>{t('bets')}</h3>
          <p className={styles.hint}>{t('amountHint')}</p>
          <ul className={styles.kinds}>
            {kindsOfRules(table.bets).map((kind) => (
              <Kind key={kind.rule} kind={kind} stakeMinor={BigInt(table.stakeMinMinor)} />
            ))}
          </ul>
        </section>
        <section className={styles.part}>
          <h3 className={styles.heading}>{t('voidTitle')}</h3>
          <p>{t('voidText')}</p>
        </section>
        <section className={styles.part}>
          <h3 className={styles.heading}>{t('lateTitle')}</h3>
          <p>{t('lateText')}</p>
        </section>
        <div className={styles.links}>
          <ButtonLink look="quiet" to={paths.house()}>
            {titles('house')}
          </ButtonLink>
          <ShareLink title={lottery.name} path={paths.lottery(lottery.key)} />
        </div>
      </div>
    </Sheet>
  );
}

function Limits({ table }: { table: Table }) {
  const t = useTranslations('tableRules');
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('limits')}</h3>
      <Facts>
        <Fact label={t('stakeMin')}>
          <Amount minor={table.stakeMinMinor} />
        </Fact>
        <Fact label={t('stakeMax')}>
          <Amount minor={table.stakeMaxMinor} />
        </Fact>
        <Fact label={t('slipMax')}>
          <Amount minor={table.slipMaxMinor} />
        </Fact>
        <Fact label={t('memberCap')}>
          <Amount minor={table.memberCapMinor} />
        </Fact>
        <Fact label={t('periodCap')}>
          <Amount minor={table.periodCapMinor} />
        </Fact>
        {table.minBalanceMinor === '0' ? null : (
          <Fact label={t('minBalance')}>
            <Amount minor={table.minBalanceMinor} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

function Kind({ kind: { rule, bet, dice }, stakeMinor }: { kind: RuleKind<TableBet>; stakeMinor: bigint }) {
  const t = useTranslations('tableRules');
  const name = useBetName();
  const odds = useOddsText();
  const money = useMoneyText();
  const paid = payoutOnDice([{ bet: bet.bet as Bet, stakeMinor }], { [bet.bet]: bet.multipliers }, dice);
  return (
    <li className={styles.kind}>
      <p>{t(`kinds.${rule}`)}</p>
      <div className={styles.example}>
        <Dice values={dice} size={24} />
        <p>
          {t.rich('example', {
            stake: money(stakeMinor),
            bet: name(bet.bet as Bet),
            multiplier: () => <bdi dir="ltr">{odds.multiplier(bet)}</bdi>,
            paid: money(paid),
          })}
        </p>
      </div>
    </li>
  );
}
