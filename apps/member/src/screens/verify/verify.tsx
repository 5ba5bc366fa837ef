import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { drawQuery, lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { LatestDraws } from '../../features/draws/latest-draws.tsx';
import type { Checked } from '../../features/proof/proof-runner.ts';
import { proofs } from '../../features/proof/run-proof.ts';
import { ShareLink } from '../../features/share/share-link.tsx';
import { ShareResult } from '../../features/share/share-result.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { AskForm, type Question } from './ask-form.tsx';
import { BundleVerdict } from './bundle-verdict.tsx';
import { DayForm } from './day/day-form.tsx';
import { DayVerdict } from './day/day-verdict.tsx';
import { isBareNumber } from './draw-number.ts';
import { KeySection } from './key-section.tsx';
import { NumberChoice } from './number-choice.tsx';
import { SavedPage } from './saved-page.tsx';
import { sharedResult } from './shared-result.ts';
import { DrawVerdict, ReceiptVerdict, SlipVerdict } from './verdicts.tsx';
import styles from './verify.module.css';

type Pasted = Exclude<Question, { draw: string }>;

/** Checks a draw (`?draw`), an own bet (`?slip`) or a day (`?day`). Without a parameter, takes pasted input. */
export function Verify() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [checked, setChecked] = useState<CheckedDraw | null>(null);
  const [pasted, setPasted] = useState<{ given: Pasted; turn: number } | null>(null);
  const requested = pasted !== null || ['draw', 'slip', 'day'].some((name) => search.has(name));
  useReady();

  function ask(question: Question): void {
    window.scrollTo(0, 0);
    if ('draw' in question) {
      setPasted(null);
      setSearch({ draw: question.draw });
    } else {
      startTransition(() => setPasted((before) => ({ given: question, turn: (before?.turn ?? 0) + 1 })));
    }
  }

  function askDay(day: string): void {
    window.scrollTo(0, 0);
    setPasted(null);
    setSearch({ day });
  }

  return (
    <Screen
      title={t('titles.verify')}
      back={paths.home()}
      action={pasted === null ? <ShareCheck search={search} checked={checked} /> : null}
    >
      <div className={styles.page}>
        {requested ? null : <p className={styles.intro}>{t('verify.intro')}</p>}
        {pasted === null ? (
          <Searched search={search} onChecked={setChecked} />
        ) : (
          <OfPasted key={pasted.turn} given={pasted.given} />
        )}
        {pasted === null ? <ToTable drawId={search.get('draw') ?? ''} /> : null}
        <AskForm another={requested} onAsk={ask} />
        {requested ? null : <Recent />}
        {requested && !search.has('day') ? null : <DayForm onDay={askDay} />}
        <KeySection requested={requested} />
        <SavedPage />
      </div>
    </Screen>
  );
}

/** A draw whose check has ended. */
interface CheckedDraw {
  drawId: string;
  checked: Checked;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Shares the check of a draw or a day; bets are private. A draw can be shared once it is checked, with a picture if
 * nothing was refuted.
 */
function ShareCheck({ search, checked }: { search: URLSearchParams; checked: CheckedDraw | null }) {
  const t = useTranslations('titles');
  const [day, draw] = ['day', 'draw'].map((name) => search.get(name));
  if (day) return DAY.test(day) ? <ShareLink title={`${t('verify')} · ${day}`} path={paths.verify({ day })} /> : null;
  if (checked === null || checked.drawId !== draw) return null;
  const result = sharedResult(draw, checked.checked);
  if (result !== null) return <ShareResult draw={result} />;
  return <ShareLink title={`${t('verify')} · ${draw}`} path={paths.verify({ draw })} />;
}

/** Link from a shared result to its table. */
function ToTable({ drawId }: { drawId: string }) {
  const t = useTranslations('verify');
  const isDraw = drawId !== '' && !isBareNumber(drawId);
  const isKnown = useQuery({ ...drawQuery(drawId), enabled: isDraw }).data !== undefined;
  if (!isDraw || !isKnown) return null;
  return (
    <ButtonLink look="plain" to={paths.lottery(drawId.split('/', 1)[0] ?? '')}>
      {t('toTable')}
    </ButtonLink>
  );
}

/** Preloads the code for checks, so that a bundle can be checked offline. */
function useReady(): void {
  useEffect(() => proofs.warm(), []);
}

interface SearchedProps {
  search: URLSearchParams;
  onChecked(draw: CheckedDraw): void;
}

function Searched({ search, onChecked }: SearchedProps) {
  const [day, slip, draw] = ['day', 'slip', 'draw'].map((name) => search.get(name));
  if (day) return <DayVerdict key={day} day={day} />;
  if (slip) return <SlipVerdict key={slip} slipId={slip} />;
  if (!draw) return null;
  return isBareNumber(draw) ? (
    <NumberChoice key={draw} number={Number(draw)} />
  ) : (
    <DrawVerdict key={draw} drawId={draw} onChecked={(checked) => onChecked({ drawId: draw, checked })} />
  );
}

function OfPasted({ given }: { given: Pasted }) {
  if ('bundle' in given) return <BundleVerdict bundle={given.bundle} />;
  return <ReceiptVerdict text={given.receipt} kept={given.kept} />;
}

/** Suggestions: the last draw of each table. */
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
