import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { createHost, type HostFacts } from '../../api/library/hosts.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import type { Texts } from '../../features/words/member-languages.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { FactsFields } from './facts-fields.tsx';
import { checkFacts, checkTexts, type HostField, NO_FACTS } from './host-draft.ts';
import { HostWords } from './host-words.tsx';

/** Creates a host. The profile stays hidden without verified identity and age, a picture and the host's consent. */
export function HostCreate() {
  return (
    <RoleGuard needs="POST /api/console/hosts">
      <HostForm />
    </RoleGuard>
  );
}

const EMPTY = { facts: NO_FACTS, texts: {} };

function HostForm() {
  const t = useText();
  const navigate = useNavigate();
  const [form, setForm, draft] = useDraft<{ facts: HostFacts; texts: Texts<HostField> }>('hosts/new', EMPTY);
  const { facts, texts } = form;
  const act = useAct(
    async () => {
      checkFacts(facts);
      return createHost({ ...facts, texts: checkTexts(texts) });
    },
    { draft, confirmation: () => t('hosts.done.create'), onDone: ({ id }) => void navigate(`/hosts/${id}/show`) },
  );
  const submit = () => act.mutate(undefined);
  const wrong = wrongFields(act.error);
  return (
    <Form onSubmit={submit} draft={draft}>
      <BackLink to="/hosts">{t('hosts.title')}</BackLink>
      <PageHead title={t('hosts.create')} about={t('hosts.createAbout')} />
      <Section title={t('hosts.facts')}>
        <FactsFields value={facts} onChange={(next) => setForm({ facts: next, texts })} wrong={wrong} />
      </Section>
      <Section title={t('words.title')}>
        <HostWords facts={facts} texts={texts} onChange={(next) => setForm({ facts, texts: next })} wrong={wrong} />
      </Section>
      <FormProblem error={act.error} />
      <Button type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
        {t('hosts.add')}
      </Button>
    </Form>
  );
}
