import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/account/session.ts';
import { houseQuery } from '../api/house/house.ts';
import { featuredVideosQuery, videoClassesQuery, videosQuery } from '../api/library/videos.ts';
import { classesQuery, lotteriesQuery, lotteryQuery } from '../api/lottery/lotteries.ts';
import type { RouteName } from '../paths.ts';
import { screens } from './screens.ts';

/** A skeleton that is shown for less than this only flickers; React would keep it for a third of a second besides. */
const WITHOUT_SKELETON_MS = 300;

/**
 * Starts the first screen's queries while its code loads. The prefetch script has sent them already.
 * Never rejects: the screen repeats a failed query and shows the error.
 */
export function askFirst(client: QueryClient, route: RouteName | null): Promise<unknown> {
  const house = client.prefetchQuery(houseQuery());
  // The private link replaces the member's session there.
  if (route === 'host') return house;
  return Promise.all([house, client.prefetchQuery(meQuery()), ...ofScreen(client, route ?? 'home')]);
}

function ofScreen(client: QueryClient, route: RouteName): Promise<void>[] {
  const search = new URLSearchParams(window.location.search);
  const key = search.get('key');
  if (route === 'home')
    return [client.prefetchQuery(lotteriesQuery({ hot: true })), client.prefetchQuery(featuredVideosQuery())];
  if (route === 'game' && search.size === 0)
    return [client.prefetchQuery(classesQuery()), client.prefetchQuery(lotteriesQuery())];
  if (route === 'video' && search.size === 0)
    return [
      client.prefetchQuery(videoClassesQuery()),
      client.prefetchInfiniteQuery(videosQuery({ class: null, search: '' })),
    ];
  if (route === 'lottery' && key !== null) return [client.prefetchQuery(lotteryQuery(key))];
  return [];
}

/** Waits, a little, until the code, the words and the answers of the first screen are there: it then shows at once. */
export async function firstScreen(route: RouteName | null, answers: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, WITHOUT_SKELETON_MS));
  await Promise.race([Promise.allSettled([codeOf(route ?? 'home'), answers]), late]);
}

async function codeOf(route: RouteName): Promise<void> {
  await screens[route].ahead();
  if (route === 'home') await (await import('../screens/home/home.tsx')).homeAhead();
}
