import { useNavigate } from 'react-router';
import { type Lottery, type Odds, type OddsTable, previewOdds, proposeOdds } from '../../api/house/lotteries.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useAmounts } from '../../features/forms/amount-field.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { ShowPage } from '../../features/show/show-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { draftOf, readOdds } from './odds-draft.ts';
import { OddsForm } from './odds-form.tsx';
import { useTablePreview } from './use-preview.ts';

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
  const odds = readOdds(draft, language, amounts.read);
  const preview = useTablePreview(lottery.key, odds, (ask, signal) => previewOdds(lottery.key, ask, signal));
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
      <OddsForm
        name={lottery.name}
        draft={draft}
        isReadable={odds !== null}
        preview={preview}
        onChange={(next) => setForm({ draft: next, why })}
      />
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
