import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  type Lottery,
  type Odds,
  type OddsTable,
  previewOdds,
  proposeOdds,
  type TablePreview,
} from '../../api/house/lotteries.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { ODDS_AMOUNTS } from '../../features/odds/odds-fields.ts';
import { useFaultText } from '../../features/odds/use-fault-text.ts';
import { useOddsText } from '../../features/odds/use-odds-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { ShowPage } from '../../features/show/show-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { BetFields } from './bet-fields.tsx';
import { draftOf, readOdds } from './odds-draft.ts';
import { useSettled } from './use-settled.ts';

/** Proposes a table of odds, with the return of each bet during typing. It takes effect after two people agree. */
export function ProposeTable() {
  const { data: house } = useHouse();
  return (
    <RoleGuard needs="POST /api/console/lotteries/{key}/tables">
      <ShowPage<Lottery>>
        {(lottery) => {
          const newest = lottery.coming.at(-1) ?? lottery.table;
          return newest === null || house === undefined ? null : <TableForm lottery={lottery} newest={newest} />;
        }}
      </ShowPage>
    </RoleGuard>
  );
}

function TableForm({ lottery, newest }: { lottery: Lottery; newest: OddsTable }) {
  const t = useText();
  const navigate = useNavigate();
  const [language] = useLanguage();
  const amounts = useAmounts();
  const [form, setForm, unsaved] = useDraft(`lotteries/${lottery.key}/table`, () => ({
    draft: draftOf(newest, amounts.write),
    why: '',
  }));
  const { draft, why } = form;
  const setDraft = (next: typeof draft) => setForm({ draft: next, why });
  const odds = readOdds(draft, language, amounts.read);
  const preview = usePreview(lottery.key, odds);
  const act = useAct((values: Odds) => proposeOdds(lottery.key, values, why), {
    draft: unsaved,
    confirmation: () => t('lotteries.done.propose'),
    onDone: ({ id }) => void navigate(`/proposals/${id}/show`),
  });
  const submit = () => {
    if (odds !== null) act.mutate(odds);
  };
  return (
    <Form onSubmit={submit} draft={unsaved}>
      <BackLink to={`/lotteries/${lottery.key}/show`}>{lottery.name}</BackLink>
      <PageHead title={t('lotteries.proposeFor', { name: lottery.name })} about={t('lotteries.proposeAbout')} />
      <Section title={t('odds.limits')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}>
          {ODDS_AMOUNTS.map((name) => (
            <AmountField
              key={name}
              label={t(`odds.amount.${name}`)}
              value={draft.amounts[name]}
              onChange={(typed) => setDraft({ ...draft, amounts: { ...draft.amounts, [name]: typed } })}
            />
          ))}
        </Box>
      </Section>
      <Section title={t('odds.bets')}>
        <Stack spacing={2}>
          <Verdict odds={odds} preview={preview.data} />
          {preview.error ? <Failed error={preview.error} onRetry={() => void preview.refetch()} /> : null}
          <BetFields
            draft={draft}
            preview={preview.data}
            onChange={(bet, typed) => setDraft({ ...draft, multipliers: { ...draft.multipliers, [bet]: typed } })}
          />
        </Stack>
      </Section>
      <ReasonField
        value={why}
        onChange={(next) => setForm({ draft, why: next })}
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
        {t('lotteries.proposeAct')}
      </GuardedButton>
    </Form>
  );
}

function usePreview(key: string, odds: Odds | null) {
  // Compare by JSON, since each reading of the form makes a new object.
  const requested = useSettled(odds === null ? null : JSON.stringify(odds));
  return useQuery({
    queryKey: ['table-preview', key, requested],
    queryFn: ({ signal }) => previewOdds(key, JSON.parse(requested ?? '') as Odds, signal),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
  });
}

/** Whether the table may be published, and the permitted range of returns. */
function Verdict({ odds, preview }: { odds: Odds | null; preview: TablePreview | undefined }) {
  const t = useText();
  const { basisPoints } = useOddsText();
  const faultText = useFaultText();
  if (odds === null) {
    return (
      <Alert severity="info" variant="outlined">
        {t('odds.unreadable')}
      </Alert>
    );
  }
  if (preview === undefined) return null;
  const band = { min: basisPoints(preview.band.min), max: basisPoints(preview.band.max) };
  return (
    <Alert severity={preview.fault === null ? 'success' : 'error'} variant="outlined" role="status">
      {t(preview.fault === null ? 'odds.good' : 'odds.bad', band)}
      {preview.fault === null ? null : <div>{faultText(preview.fault)}</div>}
    </Alert>
  );
}
