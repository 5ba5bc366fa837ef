import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { lotteriesQuery } from '../../api/lotteries.ts';
import { LatestDraws } from '../../features/draws/latest-draws.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { AskForm } from './ask-form.tsx';
import { DrawVerdict, ReceiptVerdict, SlipVerdict } from './verdicts.tsx';
import styles from './verify.module.css';

/** `/Verify?draw` checks a draw, `/Verify?slip` a bet of one's own; a pasted receipt needs neither. */
export function Verify() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [receipt, setReceipt] = useState<string | null>(null);
  const draw = search.get('draw');
  const slip = search.get('slip');
  const asked = receipt !== null || draw !== null || slip !== null;

  function ask(question: { draw: string } | { receipt: string }): void {
    window.scrollTo(0, 0);
    if ('receipt' in question) {
      setReceipt(question.receipt);
      return;
    }
    setReceipt(null);
    setSearch({ draw: question.draw });
  }

  return (
    <Screen title={t('titles.verify')} back={paths.home()}>
      <div className={styles.page}>
        {asked ? null : <p className={styles.intro}>{t('verify.intro')}</p>}
        {receipt !== null ? (
          <ReceiptVerdict key={receipt} text={receipt} />
        ) : slip !== null ? (
          <SlipVerdict key={slip} slipId={slip} />
        ) : draw !== null ? (
          <DrawVerdict key={draw} drawId={draw} />
        ) : null}
        <AskForm another={asked} onAsk={ask} />
        {asked ? null : <Recent />}
      </div>
    </Screen>
  );
}

/** Something to begin with: the last draw of each table. */
function Recent() {
  const t = useTranslations('verify');
  const lotteries = useQuery(lotteriesQuery()).data?.items ?? [];
  if (lotteries.every(({ lastDraw }) => lastDraw === null)) return null;
  return (
    <Section title={t('recent')}>
      <LatestDraws lotteries={lotteries} />
    </Section>
  );
}
