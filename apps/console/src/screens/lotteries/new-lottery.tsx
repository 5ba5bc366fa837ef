import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type Lottery,
  type NewLottery,
  previewLottery,
  proposeLottery,
  readLotteries,
} from '../../api/house/lotteries.ts';
import { type LotteryClass, readLotteryClasses } from '../../api/house/lottery-classes.ts';
import { Problem } from '../../api/shared/problem.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useAmounts } from '../../features/forms/amount-field.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { LotteryWords } from './lottery-words.tsx';
import { type LotteryDraft, lotteryOf, missingIn, previewedOf, startingOdds } from './new-lottery-draft.ts';
import { readOdds } from './odds-draft.ts';
import { OddsForm } from './odds-form.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { useTablePreview } from './use-preview.ts';

/** Proposes a new lottery with its first table. It opens after two people agree, with a period that is not open yet. */
export function CreateLottery() {
  const { data: house } = useHouse();
  const known = useQuery({
    queryKey: ['new-lottery'],
    queryFn: async ({ signal }) => ({
      lotteries: await readLotteries(signal),
      classes: await readLotteryClasses(signal),
    }),
  });
  return (
    <RoleGuard needs="POST /api/console/lotteries">
      {known.error ? <Failed error={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.data === undefined || house === undefined ? (
        known.error === null && <LoadingList columns={3} />
      ) : (
        <LotteryForm {...known.data} house={memberLanguage(house.locale).code} />
      )}
    </RoleGuard>
  );
}

interface LotteryFormProps {
  lotteries: readonly Lottery[];
  classes: readonly LotteryClass[];
  house: ReturnType<typeof memberLanguage>['code'];
}

function LotteryForm({ lotteries, classes, house }: LotteryFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const [language] = useLanguage();
  const amounts = useAmounts();
  const [isTried, setIsTried] = useState(false);
  const [draft, setDraft, unsaved] = useDraft<LotteryDraft>('lotteries/new', () => ({
    ...{ layout: 'sic-bo', key: '', class: '', icon: 'steady', periodSeconds: 60, texts: {}, hot: false, why: '' },
    position: String(Math.min(999, Math.max(0, ...lotteries.map(({ position }) => position)) + 1)),
    odds: startingOdds('sic-bo', lotteries, amounts.write),
  }));
  const change = (part: Partial<LotteryDraft>) => setDraft((before) => ({ ...before, ...part }));
  const odds = readOdds(draft.odds, language, amounts.read);
  const missing = missingIn(draft, house);
  const wrong = isTried ? missing : [];
  const ask = odds && previewedOf(lotteryOf(draft, odds, house), missing, classes[0]?.key ?? '');
  const preview = useTablePreview<NewLottery>('new', ask, previewLottery);
  const act = useAct(
    async (values: NewLottery) => {
      if (missing.length > 0) {
        throw new Problem('lottery-incomplete', 0, {}, Object.fromEntries(missing.map((one) => [one, 'fill-in'])));
      }
      return proposeLottery(values, draft.why);
    },
    {
      draft: unsaved,
      confirmation: () => t('lotteries.done.create'),
      onDone: ({ id }) => void navigate(`/proposals/${id}/show`),
    },
  );
  const submit = () => {
    setIsTried(true);
    if (odds !== null) act.mutate(lotteryOf(draft, odds, house));
  };
  return (
    <Form onSubmit={submit} draft={unsaved}>
      <BackLink to="/lotteries">{t('lotteries.title')}</BackLink>
      <PageHead title={t('lotteries.new')} about={t('lotteries.newAbout')} />
      <Section title={t('lotteries.showing')}>
        <WordsEditor<'name' | 'description'>
          fields={[
            { name: 'name', label: t('lotteries.name'), lengthMax: 60 },
            { name: 'description', label: t('lotteries.description'), lengthMax: 200 },
          ]}
          texts={draft.texts}
          onChange={(texts) => change({ texts })}
          wrong={wrong}
          preview={(words, spoken) => <LotteryWords words={words} spoken={spoken} />}
        />
      </Section>
      <ScheduleFields
        draft={draft}
        classes={classes}
        wrong={wrong}
        onChange={change}
        onLayout={(layout) => change({ layout, odds: startingOdds(layout, lotteries, amounts.write) })}
      />
      <OddsForm
        name={draft.texts[house]?.name ?? ''}
        draft={draft.odds}
        isReadable={odds !== null}
        preview={preview}
        onChange={(next) => change({ odds: next })}
      />
      <ReasonField
        value={draft.why}
        onChange={(why) => change({ why })}
        error={act.error}
        hint={t('rules.whyHint')}
        autoFocus={false}
      />
      <FormProblem error={act.error} />
      <GuardedButton
        type="submit"
        variant="contained"
        loading={act.isPending}
        disabled={odds === null}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('lotteries.newAct')}
      </GuardedButton>
    </Form>
  );
}
