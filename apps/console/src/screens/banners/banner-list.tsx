import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Banner } from '../../api/house/banners.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { StageChip } from '../../features/schedule/stage-chip.tsx';
import { useSpanText } from '../../features/schedule/use-span-text.ts';
import { useMay } from '../../features/session/store.ts';

type Row = Banner & { key: string };

/** Banners of Home in order, including expired and withdrawn ones. */
export function BannerList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('banners.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/banners/${key}`}
      nameOf={({ words }) => words.title}
      empty={t('banners.empty')}
      filters={
        may('POST /api/console/banners') ? (
          <Button component={Link} to="/banners/create" variant="contained">
            {t('banners.create')}
          </Button>
        ) : undefined
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const span = useSpanText();
  return [
    { key: 'title', label: t('banners.subject'), cell: () => null },
    { key: 'position', label: t('banners.position'), atEnd: true, cell: ({ position }) => position },
    { key: 'link', label: t('banners.link'), cell: ({ link }) => link ?? '–' },
    {
      key: 'picture',
      label: t('banners.picture'),
      cell(banner) {
        const kind = kindOf(banner);
        return t(`banners.kind.${kind}`);
      },
    },
    { key: 'times', label: t('schedule.shown'), cell: (banner) => span(banner) },
    { key: 'state', label: t('list.state'), cell: (banner) => <StageChip times={banner} /> },
  ];
}

function kindOf({ made, pictureVersion }: Banner): 'made' | 'own' | 'none' {
  if (pictureVersion !== null) return 'own';
  return made === null ? 'none' : 'made';
}
