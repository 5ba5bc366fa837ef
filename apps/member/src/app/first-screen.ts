import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/account/session.ts';
import { houseQuery } from '../api/house/house.ts';
import { featuredVideosQuery, videoClassesQuery, videosQuery } from '../api/library/videos.ts';
import { classesQuery, lotteriesQuery, lotteryQuery } from '../api/lottery/lotteries.ts';
import type { RouteName } from '../paths.ts';
import { screens } from './screens.ts';

/** Wait this long before showing a skeleton. A shorter one would flicker, and React would keep it for another 0.3 s. */
const WITHOUT_SKELETON_MS = 300;

/**
 * Starts the first screen's queries while its code loads. The prefetch script has already sent them.
 *
 * Never rejects: the screen repeats a failed query and shows the error.
 */
export function askFirst(client: QueryClient, route: RouteName | null): Promise<unknown> {
  const house = client.prefetchQuery(houseQuery());
  // On this screen a private link replaces the member's session.
  if (route === 'host') return house;
  return Promise.all([house, client.prefetchQuery(meQuery()), ...ofScreen(client, route ?? 'home')]);
}

function ofScreen(client: QueryClient, route: RouteName): Promise<void>[] {
  const search = new URLSearchParams(window.location.search);
  const key = search.get('key');
  if (route === 'home') return [client.prefetchQuery(lotteriesQuery()), client.prefetchQuery(featuredVideosQuery())];
  if (route === 'game' && search.size === 0)
    return [client.prefetchQuery(classesQuery()), client.prefetchQuery(lotteriesQuery())];
  if (route === 'video' && search.size === 0)
    return [
      client.prefetchQuery(videoClassesQuery()),
      client.prefetchInfiniteQuery(videosQuery({ class: null, search: '', sort: 'newest', included: false })),
    ];
  if (route === 'lottery' && key !== null) return [client.prefetchQuery(lotteryQuery(key))];
  return [];
}

/** Waits up to 300 ms for the code, messages and answers of the first screen, so that it appears complete. */
export async function firstScreen(route: RouteName | null, answers: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, WITHOUT_SKELETON_MS));
  await Promise.race([Promise.allSettled([codeOf(route ?? 'home'), answers]), late]);
}

async function codeOf(route: RouteName): Promise<void> {
  await screens[route].ahead();
  if (route === 'home') await (await import('../screens/home/home.tsx')).homeAhead();
}
