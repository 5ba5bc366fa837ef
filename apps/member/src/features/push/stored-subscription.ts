/**
 * Data for the service worker, in the Cache API, the simplest storage that both it and the pages can read. Never
 * contains anything about the member's money.
 */
const NAME = 'tercet-push';
const PLACE = '/kept-push';

interface StoredSubscription {
  /** Language of push messages. */
  locale: string;
  /** The push endpoint that the club knows. */
  endpoint: string;
}

export async function storeSubscription(stored: StoredSubscription): Promise<void> {
  await (await caches.open(NAME)).put(PLACE, new Response(JSON.stringify(stored)));
}

export async function storedSubscription(): Promise<StoredSubscription | null> {
  const answer = await (await caches.open(NAME)).match(PLACE);
  return answer === undefined ? null : ((await answer.json()) as StoredSubscription);
}

export async function forgetSubscription(): Promise<void> {
  await caches.delete(NAME);
}
