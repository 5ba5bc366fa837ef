import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { asProblem } from '../../api/shared/problem.ts';
import { hasPasskeys, signIn, signInWithPasskey } from '../../api/staff/session.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { Form } from '../forms/form.tsx';
import { useText } from '../language/use-text.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import { session } from './store.ts';

/**
 * Signs in with name, password and, if the account has one, a code; or with a passkey. `name` is the previous
 * account's.
 */
export function SignInForm({ name: before, onDone }: { name?: string; onDone?: () => void }) {
  const t = useText();
  const text = useProblemText();
  const [form, setForm] = useState({ name: before ?? '', password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error === null ? {} : asProblem(error).fields;

  async function enter(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      await session.enter();
      onDone?.();
    } catch (problem) {
      // The first refusal only reveals that this account has a code, so it is no error.
      const isFirstAsk = asProblem(problem).code === 'code-wrong' && !asksCode;
      if (asProblem(problem).code === 'code-wrong') setAsksCode(true);
      setError(isFirstAsk ? null : problem);
    } finally {
      setBusy(false);
    }
  }

  const submit = () => {
    const { code, ...rest } = form;
    void enter(() => signIn(code === '' ? rest : { ...rest, code }));
  };
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    error: name in fields,
  });

  return (
    <Form onSubmit={submit} by="enter" label={t('signIn.title')}>
      <TextInput
        label={t('signIn.name')}
        autoComplete="username webauthn"
        autoFocus={before === undefined}
        inputProps={{ autoCapitalize: 'none', spellCheck: false, readOnly: before !== undefined }}
        {...field('name')}
      />
      <TextInput
        label={t('signIn.password')}
        type="password"
        autoComplete="current-password"
        autoFocus={before !== undefined}
        {...field('password')}
      />
      {asksCode ? (
        <TextInput
          label={t('signIn.code')}
          helperText={t('signIn.codeHint')}
          autoComplete="one-time-code"
          autoFocus
          inputProps={{ inputMode: 'numeric', maxLength: 7 }}
          {...field('code')}
        />
      ) : null}
      {error ? (
        <Alert severity="error" variant="outlined">
          {text(error)}
        </Alert>
      ) : null}
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {t('signIn.act')}
      </Button>
      {hasPasskeys() ? (
        <>
          <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
            {t('signIn.or')}
          </Typography>
          <Button
            variant="outlined"
            size="large"
            startIcon={<KeyOutlined />}
            disabled={busy}
            onClick={() => void enter(signInWithPasskey)}
          >
            {t('signIn.passkey')}
          </Button>
        </>
      ) : null}
    </Form>
  );
}
