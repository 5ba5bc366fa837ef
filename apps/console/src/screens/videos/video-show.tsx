import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { WholeVideo } from '../../api/library/videos.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { CaptionsPart } from './captions-part.tsx';
import { CoverPart } from './cover-part.tsx';
import { FilmsPart } from './films-part.tsx';
import { PublishActs } from './publish-acts.tsx';
import { VideoForm } from './video-form.tsx';
import { VIDEO_TONE } from './video-state.ts';

/** One title: publication, films, captions, cover, texts and price. */
export function VideoShow() {
  return <ShowPage<WholeVideo>>{(video) => <Whole video={video} />}</ShowPage>;
}

function Whole({ video }: { video: WholeVideo }) {
  const t = useText();
  const may = useMay();
  const words = useHouseWords();
  const { data: house } = useHouse();
  const mayChange = may('PATCH /api/console/videos/{id}');
  return (
    <Stack spacing={2}>
      <BackLink to="/videos">{t('videos.title')}</BackLink>
      <PageHead title={words(video.texts, 'name')} about={t('videos.rules')}>
        <StateChip tone={VIDEO_TONE[video.state]} label={t(`videos.state.${video.state}`)} />
        <PublishActs video={video} />
      </PageHead>
      {video.state === 'shown' ? null : (
        <Alert severity="info" variant="outlined">
          {t(`videos.stateAbout.${video.state}`)}
        </Alert>
      )}
      <Counts video={video} />
      <FilmsPart video={video} />
      <CaptionsPart video={video} />
      <CoverPart video={video} mayChange={mayChange} />
      {house === undefined ? null : (
        <VideoForm key={video.id} video={video} house={house.locale} mayChange={mayChange} />
      )}
    </Stack>
  );
}

function Counts({ video }: { video: WholeVideo }) {
  const t = useText();
  const times = useTimes();
  const { plays, purchases, createdAtMs, publishedAtMs, withdrawnAtMs } = video;
  return (
    <Section title={t('videos.facts')}>
      <Facts>
        <Fact label={t('videos.plays')}>{plays}</Fact>
        <Fact label={t('videos.purchases')}>{purchases}</Fact>
        <Fact label={t('videos.created')}>{times.minute(createdAtMs)}</Fact>
        <Fact label={t('videos.published')}>{publishedAtMs === null ? '–' : times.minute(publishedAtMs)}</Fact>
        {withdrawnAtMs === null ? null : <Fact label={t('videos.withdrawn')}>{times.minute(withdrawnAtMs)}</Fact>}
      </Facts>
    </Section>
  );
}
