import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { approveHostWords, type FullHost, refuseHostWords } from '../../api/library/hosts.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Section } from '../../ui/section.tsx';

/** Pending texts beside the public ones. Approval applies to the displayed version only. */
export function WaitingWords({ host, mayChange }: { host: FullHost; mayChange: boolean }) {
  const t = useText();
  const [isRefusing, setIsRefusing] = useState(false);
  const { id, draft, texts, draftVersion, draftBy } = host;
  const approve = useAct(() => approveHostWords(id, draftVersion), { confirmation: () => t('hosts.done.approve') });
  const codes = [...new Set([...Object.keys(texts ?? {}), ...Object.keys(draft ?? {})])];
  return (
    <Section title={t('hosts.wordsWait')}>
      <Stack spacing={2}>
        <Typography color="textSecondary">{t(draftBy === 'host' ? 'hosts.byHost' : 'hosts.byHouse')}</Typography>
        {codes.map((code) => (
          <Change key={code} code={code} before={texts?.[code]} after={draft?.[code]} />
        ))}
        <FormProblem error={approve.error} />
        {mayChange ? (
          <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap' }}>
            <GuardedButton variant="contained" loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
              {t('hosts.approveWords')}
            </GuardedButton>
            <Button variant="outlined" color="error" onClick={() => setIsRefusing(true)}>
              {t('hosts.refuseWords')}
            </Button>
          </Stack>
        ) : null}
      </Stack>
      {isRefusing ? (
        <ReasonDialog
          name={`hosts/${id}/refuse-words`}
          title={t('hosts.refuseWords')}
          about={t('hosts.refuseAbout')}
          act={t('hosts.refuseWords')}
          grave
          hint={t('hosts.whyHost')}
          send={(why) => refuseHostWords(id, draftVersion, why)}
          confirmation={() => t('hosts.done.refuse')}
          onClose={() => setIsRefusing(false)}
        />
      ) : null}
    </Section>
  );
}

interface Words {
  name: string;
  about: string;
}

function Change({ code, before, after }: { code: string; before: Words | undefined; after: Words | undefined }) {
  const t = useText();
  const { name, dir } = memberLanguage(code);
  const isSame = before?.name === after?.name && before?.about === after?.about;
  return (
    <Box component="section" aria-label={name}>
      <Typography variant="subtitle2" component="h3">
        {name}
      </Typography>
      {isSame ? (
        <Typography color="textSecondary">{t('hosts.unchanged')}</Typography>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, mt: 0.5 }}>
          <Side title={t('hosts.wordsNow')} words={before} lang={code} dir={dir} none={t('hosts.wordsNone')} />
          <Side title={t('hosts.wordsThen')} words={after} lang={code} dir={dir} none={t('hosts.wordsGone')} />
        </Box>
      )}
    </Box>
  );
}

interface SideProps {
  title: string;
  words: Words | undefined;
  lang: string;
  dir: 'ltr' | 'rtl';
  none: string;
}

function Side({ title, words, lang, dir, none }: SideProps) {
  return (
    <Paper variant="outlined" role="group" aria-label={title} sx={{ p: 1.5 }}>
      <Typography variant="caption" component="p" color="textSecondary">
        {title}
      </Typography>
      {words === undefined ? (
        <Typography color="textSecondary">{none}</Typography>
      ) : (
        <Box lang={lang} dir={dir}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{words.name}</Typography>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{words.about}</Typography>
        </Box>
      )}
    </Paper>
  );
}
