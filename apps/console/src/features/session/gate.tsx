import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { leaveConsole, session, useSession } from './store.ts';

const PasswordForm = lazy(async () => ({ default: (await import('./password-form.tsx')).PasswordForm }));

interface GateProps {
  children: ReactNode;
  /** The pages still load. */
  isLoading: boolean;
  /** Called when staff start to sign in. */
  onIntent: () => void;
}

/** Shows the pages to signed-in staff, and the sign-in form to others. */
export function Gate({ children, isLoading, onIntent }: GateProps) {
  const t = useText();
  const { status, me, problem } = useSession();
  if (status === 'starting' || (isLoading && me !== null)) return <Loading />;
  if (status === 'unreachable') return <Unreachable error={problem} />;
  if (status === 'password') {
    return (
      <SignInFrame title={t('password.firstTitle')} about={t('password.firstAbout')}>
        <Suspense>
          <PasswordForm atSignIn onDone={() => void session.start()} />
        </Suspense>
        <Button color="inherit" onClick={leaveConsole} sx={{ mt: 1, ml: -1 }}>
          {t('layout.signOut')}
        </Button>
      </SignInFrame>
    );
  }
  if (me === null) {
    return (
      <SignInFrame title={t('signIn.title')} about={t('signIn.about')}>
        <Box onInput={onIntent}>
          <SignInForm />
        </Box>
      </SignInFrame>
    );
  }
  return <Suspense fallback={<Loading />}>{children}</Suspense>;
}

const RETRY_MS = 3_000;

/** Asks the server again until it says whether an account is signed in. */
function Unreachable({ error }: { error: unknown }) {
  const t = useText();
  useEffect(() => {
    const timer = setInterval(() => void session.start(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <SignInFrame title={t('signIn.title')} about={t('signIn.unreachable')}>
      <Failed error={error} onRetry={() => void session.start()} />
    </SignInFrame>
  );
}

function Loading() {
  const t = useText();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}>
      <CircularProgress aria-label={t('state.loading')} />
    </Box>
  );
}
