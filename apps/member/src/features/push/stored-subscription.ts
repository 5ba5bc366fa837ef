/**
 * What the service worker must know of this phone, where both it and the pages can read it: workers see no other
 * storage that is as simple. Nothing of the member's money is ever in it.
 */
const NAME = 'tercet-push';
const PLACE = '/kept-push';

interface StoredSubscription {
  /** Language of push messages. */
  locale: string;
  /** The browser's address that the club was given last. */
  endpoint: string;
}

export async function storeSubscription(kept: StoredSubscription): Promise<void> {
  await (await caches.open(NAME)).put(PLACE, new Response(JSON.stringify(kept)));
}

export async function storedSubscription(): Promise<StoredSubscription | null> {
  const answer = await (await caches.open(NAME)).match(PLACE);
  return answer === undefined ? null : ((await answer.json()) as StoredSubscription);
}

export async function forgetSubscription(): Promise<void> {
  await caches.delete(NAME);
}
