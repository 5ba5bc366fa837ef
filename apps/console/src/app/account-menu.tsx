import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../features/session/store.ts';

const load = () => import('./account-choices.tsx');
const AccountChoices = lazy(async () => ({ default: (await load()).AccountChoices }));

/** The signed-in account and its preferences. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const me = useMe();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircleOutlined />}
        onPointerEnter={load}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          setWasOpened(true);
        }}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        {me.name}
      </Button>
      <Suspense>
        {wasOpened ? <AccountChoices anchor={anchor} onKeys={onKeys} onClose={() => setAnchor(null)} /> : null}
      </Suspense>
    </>
  );
}
