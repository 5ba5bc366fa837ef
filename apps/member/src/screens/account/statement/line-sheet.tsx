import { useTranslations } from 'use-intl';
import type { StatementLine } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { ReceiptPaper } from '../../../features/paper/receipt-paper.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Fact, Facts } from '../../../ui/facts/facts.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { Moved } from './line.tsx';
import styles from './statement.module.css';

/** One movement: its effect on the available and the held balance, its cause, and its receipt. */
export function LineSheet({ line, onClose }: { line: StatementLine | null; onClose(): void }) {
  const t = useTranslations('statement');
  const times = useTimes();
  return (
    <Sheet
      open={line !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={line === null ? '' : t(`kind.${line.kind}`)}
      description={line === null ? undefined : times.moment(line.atMs)}
    >
      {line === null ? null : <Details line={line} />}
    </Sheet>
  );
}

function Details({ line }: { line: StatementLine }) {
  const t = useTranslations('statement');
  const to = placeOf(line);
  return (
    <div className={styles.details}>
      <p className={styles.large}>
        <Moved line={line} unit />
      </p>
      <Facts ruled>
        <Fact label={t('balanceAfter')}>
          <Amount minor={line.balanceAfterMinor} />
        </Fact>
        <Fact label={t('heldAfter')}>
          <Amount minor={line.heldAfterMinor} />
        </Fact>
        {line.of?.what === 'slip' ? (
          <Fact label={t('table')}>
            {line.of.lotteryName} <bdi dir="ltr">{line.of.period}</bdi>
          </Fact>
        ) : null}
      </Facts>
      <div className={styles.ways}>
        {to === null ? null : (
          <ButtonLink wide to={to.path}>
            {t(`open.${to.what}`)}
          </ButtonLink>
        )}
        <ReceiptPaper of={line.ref} kind={line.kind} />
      </div>
      <PlayNote />
    </div>
  );
}

function placeOf({ of }: StatementLine): { what: 'slip' | 'top-up' | 'withdrawal'; path: string } | null {
  switch (of?.what) {
    case 'slip':
      return { what: 'slip', path: paths.gameRecord({ id: of.id }) };
    case 'top-up':
      return { what: 'top-up', path: paths.recharge(of.id) };
    case 'withdrawal':
      return { what: 'withdrawal', path: paths.withdrawRecord({ id: of.id }) };
    default:
      return null;
  }
}
