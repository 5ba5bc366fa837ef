import Captions from 'lucide-react/icons/captions';
import Clapperboard from 'lucide-react/icons/clapperboard';
import LayoutList from 'lucide-react/icons/layout-list';
import Tag from 'lucide-react/icons/tag';
import { useTranslations } from 'use-intl';
import { Points } from '../../ui/points/points.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Video() {
  const t = useTranslations();
  return (
    <Screen tabs title={t('titles.video')}>
      <Points
        sign={<Clapperboard size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('video.title')}
        lead={t('video.lead')}
        points={[
          { icon: <LayoutList {...ICON} />, text: t('video.library') },
          { icon: <Tag {...ICON} />, text: t('video.price') },
          { icon: <Captions {...ICON} />, text: t('video.player') },
        ]}
      />
    </Screen>
  );
}
