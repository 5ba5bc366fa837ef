import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { proposeServicePage, withdrawServicePage } from '../../api/house/settings.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';

/** The external support page: propose another, or remove a bad one at once. */
export function ServiceLink({ url }: { url: string | null }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState<'propose' | 'withdraw' | null>(null);
  return (
    <Section title={t('service.url')}>
      <Stack spacing={1.5} sx={{ maxWidth: 480 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{url ?? t('service.urlNone')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t('service.urlAbout')}
        </Typography>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {may('POST /api/console/service/url') ? (
            <Button variant="outlined" onClick={() => setOpen('propose')}>
              {t('service.urlPropose')}
            </Button>
          ) : null}
          {url !== null && may('POST /api/console/service/url/withdraw') ? (
            <Button variant="outlined" color="error" onClick={() => setOpen('withdraw')}>
              {t('service.urlWithdraw')}
            </Button>
          ) : null}
        </Stack>
      </Stack>
      {open === 'propose' ? <Propose onClose={() => setOpen(null)} /> : null}
      {open === 'withdraw' ? (
        <ReasonDialog
          name="service/url-withdraw"
          title={t('service.urlWithdraw')}
          about={t('service.urlWithdrawAbout')}
          act={t('service.urlWithdraw')}
          grave
          hint={t('act.whyLog')}
          send={withdrawServicePage}
          confirmation={() => t('service.done')}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Section>
  );
}

function Propose({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [url, setUrl, draft] = useDraft('service/url/new', '');
  return (
    <ReasonDialog
      name="service/url"
      fields={draft}
      title={t('service.urlPropose')}
      about={t('service.urlProposeAbout')}
      act={t('service.urlProposeAct')}
      hint={t('rules.whyHint')}
      send={(why) => proposeServicePage(url.trim(), why)}
      confirmation={() => t('rules.proposed')}
      onDone={() => void navigate('/proposals')}
      onClose={onClose}
    >
      {(error) => (
        <TextField
          autoFocus
          required
          fullWidth
          label={t('service.urlLabel')}
          helperText={t('service.urlHint')}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={wrongFields(error).includes('url')}
          slotProps={{ htmlInput: { maxLength: 300, inputMode: 'url', spellCheck: false } }}
        />
      )}
    </ReasonDialog>
  );
}
