import Box from '@mui/material/Box';
import { useText } from '../language/use-text.ts';
import { CopyId } from './copy-id.tsx';
import { MemberLink } from './member-link.tsx';

/** A member by name, with the id to copy. An empty name belongs to an account that is gone. */
export function MemberName({ memberId, name }: { memberId: string; name: string }) {
  const t = useText();
  const shown = name || t('names.unknownMember');
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
      <MemberLink memberId={memberId}>{shown}</MemberLink>
      <CopyId id={memberId} name={shown} />
    </Box>
  );
}
