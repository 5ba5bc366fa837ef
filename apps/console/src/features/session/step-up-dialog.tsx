import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { hasPasskeys, proveWith, proveWithPasskey } from '../../api/staff/session.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { ActDialog } from '../act/act-dialog.tsx';
import { useText } from '../language/use-text.ts';
import { session, useMe } from './store.ts';

/** Step-up authentication of the signed-in account. The interrupted call continues automatically. */
export function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const t = useText();
  const usable = useMe().proofs.filter((one) => one !== 'passkey' || hasPasskeys());
  const [kind, setKind] = useState(usable[0]);
  const other = usable.find((one) => one !== kind);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function prove(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      if (kind === 'passkey') await proveWithPasskey();
      else await proveWith(kind === 'code' ? { code: value } : { password: value });
      onEnd(true);
      session.renew().catch(() => {});
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  }

  return (
    <ActDialog
      open
      title={t('stepUp.title')}
      about={<Typography>{t('stepUp.about')}</Typography>}
      act={t(kind === 'passkey' ? 'stepUp.passkey' : 'stepUp.act')}
      busy={busy}
      error={error}
      byEnter
      onAct={() => void prove()}
      onClose={() => onEnd(false)}
    >
      {kind === 'code' ? (
        <TextInput
          label={t('signIn.code')}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          autoComplete="one-time-code"
          autoFocus
          inputProps={{ inputMode: 'numeric', maxLength: 7 }}
        />
      ) : null}
      {kind === 'password' ? (
        <TextInput
          label={t('signIn.password')}
          type="password"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          autoComplete="current-password"
          autoFocus
        />
      ) : null}
      {other ? (
        <Button sx={{ alignSelf: 'flex-start' }} onClick={() => setKind(other)}>
          {t(other === 'passkey' ? 'stepUp.passkeyInstead' : 'stepUp.codeInstead')}
        </Button>
      ) : null}
      {kind === undefined ? <Typography color="error">{t('stepUp.none')}</Typography> : null}
    </ActDialog>
  );
}
