import { useQuery, useQueryClient } from '@tanstack/react-query';
import Clapperboard from 'lucide-react/icons/clapperboard';
import History from 'lucide-react/icons/history';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { videoQuery } from '../../api/library/videos.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { ShareLink } from '../../features/share/share-link.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink, IconLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { FilmPage } from './film-page.tsx';
import { NextFilms } from './next/next-films.tsx';
import { useNext } from './next/use-next.ts';
import styles from './play-video.module.css';

/** As in the styles. Desktops show the next films in a second column. */
const DESKTOP = matchMedia('(min-width: 1024px)');

/** `/PlayVideo?id`: the player, access conditions, description and next films. */
export function PlayVideo() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <FilmScreen key={id} id={id} />;
}

function FilmScreen({ id }: { id: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const isDesktop = useMedia(DESKTOP);
  const { data, error, refetch } = useQuery(videoQuery(id));
  const [isSeen, setSeen] = useState(false);
  const next = useNext(id, isSeen);
  const refresh = () =>
    Promise.all(
      [keys.video(id), keys.relatedVideos(id), keys.me].map((queryKey) =>
        client.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  const frame = { title: t('titles.playVideo'), back: paths.video(), onRefresh: refresh, action: <Acts id={id} /> };
  if (data === undefined && error !== null) {
    return (
      <Screen {...frame}>
        {isNowhere(error) ? <Gone /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Screen>
    );
  }
  const films: ReactNode = isSeen ? <NextFilms next={next} isBeside={isDesktop} /> : null;
  return (
    <Screen {...frame} {...(isDesktop ? { aside: <div className={styles.beside}>{films}</div>, slim: true } : {})}>
      <div className={styles.page}>
        <FilmPage id={id} video={data} next={next} isSeen={isSeen} onSeen={() => setSeen(true)} />
        {isDesktop ? null : films}
      </div>
    </Screen>
  );
}

function Acts({ id }: { id: string }) {
  const t = useTranslations('player');
  const session = useSession();
  return (
    <>
      <ShareFilm id={id} />
      {session.status === 'member' ? (
        <IconLink to={paths.videoHistory()} label={t('history')}>
          <History size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconLink>
      ) : null}
    </>
  );
}

/** Shares the link. Visitors can open the page; the film's conditions apply to them too. */
function ShareFilm({ id }: { id: string }) {
  const film = useQuery(videoQuery(id)).data;
  return film === undefined ? null : <ShareLink title={film.name} path={paths.playVideo(id)} />;
}

function Gone() {
  const t = useTranslations();
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
