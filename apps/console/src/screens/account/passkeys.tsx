import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPasskeys, removePasskey } from '../../api/staff/account.ts';
import { addPasskey, hasPasskeys, type Passkey } from '../../api/staff/session.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { session } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';

/** Reads the account again: passkeys determine how step-up authentication works. */
function renewMe(): void {
  session.renew().catch(() => {});
}

export function Passkeys() {
  const t = useText();
  const text = useProblemText();
  const [isNaming, setIsNaming] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => listPasskeys(signal) });
  const remove = useAct(removePasskey, { confirmation: () => t('passkeys.removed'), onDone: renewMe });
  const canAdd = hasPasskeys();
  return (
    <Section
      title={t('passkeys.title')}
      actions={
        <Button variant="outlined" disabled={!canAdd} onClick={() => setIsNaming(true)}>
          {t('passkeys.add')}
        </Button>
      }
    >
      <Stack spacing={1.5}>
        <Typography color="textSecondary">{t(canAdd ? 'passkeys.about' : 'passkeys.notHere')}</Typography>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? <Typography>{t('passkeys.none')}</Typography> : null}
        {remove.error ? (
          <Alert severity="error" variant="outlined">
            {text(remove.error)}
          </Alert>
        ) : null}
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {(data ?? []).map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} busy={remove.isPending} onRemove={remove.mutate} />
          ))}
        </Stack>
      </Stack>
      {isNaming ? <NameDialog onClose={() => setIsNaming(false)} /> : null}
    </Section>
  );
}

function PasskeyRow({ passkey, busy, onRemove }: { passkey: Passkey; busy: boolean; onRemove: (id: string) => void }) {
  const t = useText();
  const times = useTimes();
  const { id, name, createdAtMs, usedAtMs } = passkey;
  const used = usedAtMs === null ? t('passkeys.unused') : t('passkeys.used', { at: times.minute(usedAtMs) });
  return (
    <Stack component="li" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="caption" color="textSecondary">
          {`${t('passkeys.made', { at: times.minute(createdAtMs) })} · ${used}`}
        </Typography>
      </Stack>
      <Button color="error" disabled={busy} onClick={() => onRemove(id)} aria-label={t('passkeys.removeOne', { name })}>
        {t('passkeys.remove')}
      </Button>
    </Stack>
  );
}

function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [name, setName, draft] = useDraft('account/passkey', '');
  const add = useAct(() => addPasskey(name), {
    draft,
    confirmation: () => t('passkeys.added'),
    onDone() {
      renewMe();
      onClose();
    },
  });
  return (
    <ActDialog
      open
      title={t('passkeys.add')}
      about={<Typography>{t('passkeys.addAbout')}</Typography>}
      act={t('passkeys.addAct')}
      busy={add.isPending}
      error={add.error}
      draft={draft}
      onAct={() => add.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t('passkeys.name')}
        helperText={t('passkeys.nameHint')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        autoFocus
      />
    </ActDialog>
  );
}
