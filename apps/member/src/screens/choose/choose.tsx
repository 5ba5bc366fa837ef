import BadgeCheck from 'lucide-react/icons/badge-check';
import Flag from 'lucide-react/icons/flag';
import MapIcon from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useTranslations } from 'use-intl';
import { Points } from '../../ui/points/points.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Choose() {
  const t = useTranslations();
  return (
    <Screen tabs title={t('titles.choose')}>
      <Points
        sign={<MapPin size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('choose.title')}
        lead={t('choose.lead')}
        points={[
          { icon: <MapIcon {...ICON} />, text: t('choose.cities') },
          { icon: <BadgeCheck {...ICON} />, text: t('choose.hosts') },
          { icon: <MessagesSquare {...ICON} />, text: t('choose.booking') },
          { icon: <Flag {...ICON} />, text: t('choose.report') },
        ]}
      />
    </Screen>
  );
}
