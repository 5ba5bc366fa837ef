import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useText } from '../language/use-text.ts';
import { useMay } from '../session/store.ts';
import { CopyId } from './copy-id.tsx';

/** A host by name, with the id to copy, and a link for roles that may read it. An empty name: removed. */
export function HostName({ hostId, name }: { hostId: string; name: string }) {
  const t = useText();
  const may = useMay();
  const shown = name || t('reports.removedHost');
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
      {may('GET /api/console/hosts/{id}') ? (
        <Link component={RouterLink} to={`/hosts/${hostId}/show`}>
          {shown}
        </Link>
      ) : (
        shown
      )}
      <CopyId id={hostId} name={shown} />
    </Box>
  );
}
