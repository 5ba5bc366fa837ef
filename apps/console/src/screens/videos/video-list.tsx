import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { coverOf, readClasses, VIDEO_STATES, type Video } from '../../api/library/videos.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { useListContext } from '../../features/list/list-context.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { useMay } from '../../features/session/store.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { useAccessText } from './use-access-text.ts';
import { VideoSearch } from './video-search.tsx';
import { VIDEO_TONE } from './video-state.ts';

const NARROWING: readonly Narrowing[] = [{ kind: 'days', label: 'list.added' }];

type Row = Video & { key: string };

/** All titles, newest first, drafts and withdrawn ones included. */
export function VideoList() {
  const t = useText();
  const may = useMay();
  const words = useHouseWords();
  return (
    <ListPage<Row>
      title={t('videos.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/videos/${key}/show`}
      nameOf={({ texts }) => words(texts, 'name')}
      empty={t('videos.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <VideoSearch />
          <ClassFilter />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={VIDEO_STATES.map((state) => ({ value: state, label: t(`videos.state.${state}`) }))}
          />
          <ExportButton path="/api/console/videos.csv" />
          {may('POST /api/console/videos') ? (
            <Button component={Link} to="/videos/create" variant="contained">
              {t('videos.create')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const access = useAccessText();
  return [
    { key: 'name', label: t('videos.name'), cell: () => null },
    { key: 'cover', label: t('videos.cover'), cell: (video) => <SmallCover video={video} /> },
    { key: 'access', label: t('videos.access'), cell: (video) => access(video.access) },
    {
      key: 'age',
      label: t('videos.age'),
      cell: ({ age }) => (age === 0 ? t('videos.ageAll') : t('videos.from', { age })),
    },
    { key: 'plays', label: t('videos.plays'), sort: 'plays', atEnd: true, cell: ({ plays }) => plays },
    { key: 'purchases', label: t('videos.purchases'), atEnd: true, cell: ({ purchases }) => purchases },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={VIDEO_TONE[state]} label={t(`videos.state.${state}`)} />,
    },
  ];
}

function SmallCover({ video }: { video: Video }) {
  const url = coverOf(video);
  if (url === null) return '–';
  return (
    <Box
      component="img"
      src={url}
      alt=""
      loading="lazy"
      sx={{ display: 'block', width: 96, aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 1 }}
    />
  );
}

/** Filter by class. */
function ClassFilter() {
  const t = useText();
  const words = useHouseWords();
  const { filterValues, setFilters } = useListContext();
  const { data = [] } = useQuery({ queryKey: ['video-classes'], queryFn: ({ signal }) => readClasses(signal) });
  const chosen: unknown = filterValues.classId;
  return (
    <TextField
      select
      label={t('videos.class')}
      value={data.some(({ id }) => id === chosen) ? chosen : 'all'}
      onChange={(event) => setFilters({ ...filterValues, classId: event.target.value })}
      sx={{ minWidth: 160, width: { xs: '100%', sm: 'auto' } }}
    >
      <MenuItem value="all">{t('list.all')}</MenuItem>
      {data.map(({ id, texts }) => (
        <MenuItem key={id} value={id}>
          {words(texts, 'name')}
        </MenuItem>
      ))}
    </TextField>
  );
}
