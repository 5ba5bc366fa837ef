import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useText } from '../../features/language/use-text.ts';
import { useMe } from '../../features/session/store.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { MyPassword } from './my-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

/** The signed-in account's own settings: password, passkeys and sessions. */
export function Account() {
  const t = useText();
  const { name, role } = useMe();
  return (
    <Stack spacing={2}>
      <PageHead title={t('account.title')} about={`${name} · ${t(`role.${role}`)}`} />
      <Passkeys />
      <MyPassword />
      <Sessions />
      {/* Written by the build, beside the pages. */}
      <Link href="/console/third-party-licences.txt" target="_blank" rel="noopener">
        {t('account.thirdParty')}
      </Link>
    </Stack>
  );
}
