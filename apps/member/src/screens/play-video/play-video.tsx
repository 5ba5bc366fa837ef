import { useQuery, useQueryClient } from '@tanstack/react-query';
import Clapperboard from 'lucide-react/icons/clapperboard';
import History from 'lucide-react/icons/history';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { relatedVideosQuery, videoQuery } from '../../api/library/videos.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { ShareLink } from '../../features/share/share-link.tsx';
import { FilmGrid } from '../../features/videos/film-card.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink, IconLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { FilmPage } from './film-page.tsx';
import styles from './play-video.module.css';

/** `/PlayVideo?id`: the player, access conditions, description and related films. */
export function PlayVideo() {
  const t = useTranslations();
  const client = useQueryClient();
  const session = useSession();
  const id = useSearchParams()[0].get('id') ?? '';
  const refresh = () =>
    Promise.all(
      [keys.video(id), keys.relatedVideos(id), keys.me].map((queryKey) =>
        client.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  return (
    <Screen
      title={t('titles.playVideo')}
      back={paths.video()}
      onRefresh={refresh}
      action={
        <>
          <ShareFilm id={id} />
          {session.status === 'member' ? (
            <IconLink to={paths.videoHistory()} label={t('player.history')}>
              <History size={22} strokeWidth={1.75} aria-hidden="true" />
            </IconLink>
          ) : null}
        </>
      }
    >
      <Film key={id} id={id} />
    </Screen>
  );
}

/** Shares the link. Visitors can open the page; the film's conditions apply to them too. */
function ShareFilm({ id }: { id: string }) {
  const film = useQuery(videoQuery(id)).data;
  return film === undefined ? null : <ShareLink title={film.name} path={paths.playVideo(id)} />;
}

function Film({ id }: { id: string }) {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(videoQuery(id));
  if (data === undefined && error !== null) {
    if (!isNowhere(error)) return <Failed error={error} onRetry={() => void refetch()} />;
    return (
      <Notice
        sign={<Clapperboard size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('player.gone')}
        actions={<ButtonLink to={paths.video()}>{t('video.allFilms')}</ButtonLink>}
      >
        <p>{t('player.goneText')}</p>
      </Notice>
    );
  }
  return (
    <div className={styles.page}>
      <FilmPage id={id} video={data}>
        <Related id={id} />
      </FilmPage>
    </div>
  );
}

function Related({ id }: { id: string }) {
  const t = useTranslations('player');
  const { data, error, refetch } = useQuery(relatedVideosQuery(id));
  if (data?.items.length === 0) return null;
  return (
    <Section title={t('more')}>
      {data !== undefined ? (
        <FilmGrid videos={data.items} />
      ) : error === null ? (
        <Skeleton blocks={[180]} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}
