import Button from '@mui/material/Button';
import { useState } from 'react';
import { type FullHost, hideHost, removeHost, showHost } from '../../api/library/hosts.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useText } from '../../features/language/use-text.ts';

const ACTS = { hide: hideHost, show: showHost, remove: removeHost } as const;
type HostAct = keyof typeof ACTS;

/** Acts that hide, restore or remove a profile, each with a reason. */
export function HostActs({ host }: { host: FullHost }) {
  const t = useText();
  const [open, setOpen] = useState<HostAct | null>(null);
  const first: HostAct = host.barredAtMs === null ? 'hide' : 'show';
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(first)}>
        {t(`hosts.act.${first}`)}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setOpen('remove')}>
        {t('hosts.act.remove')}
      </Button>
      {open === null ? null : (
        <ReasonDialog
          name={`hosts/${host.id}/${open}`}
          title={t(`hosts.act.${open}`)}
          about={t(`hosts.actAbout.${open}`)}
          act={t(`hosts.act.${open}`)}
          grave={open !== 'show'}
          hint={t('act.whyLog')}
          send={(why) => ACTS[open](host.id, why)}
          confirmation={() => t(`hosts.actDone.${open}`)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
