import Stack from '@mui/material/Stack';
import { useNavigate } from 'react-router';
import { useHouse } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { VideoForm } from './video-form.tsx';

/** Creates a draft. Its film and picture are uploaded afterwards. */
export function VideoCreate() {
  const t = useText();
  const navigate = useNavigate();
  const { data: house } = useHouse();
  return (
    <RoleGuard needs="POST /api/console/videos">
      <Stack spacing={2}>
        <BackLink to="/videos">{t('videos.title')}</BackLink>
        <PageHead title={t('videos.create')} about={t('videos.rules')} />
        {house === undefined ? null : (
          <VideoForm
            video={null}
            house={house.locale}
            mayChange
            onSaved={({ id }) => void navigate(`/videos/${id}/show`)}
          />
        )}
      </Stack>
    </RoleGuard>
  );
}
