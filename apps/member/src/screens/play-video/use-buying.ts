import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { buyVideo, type Offer, refetchVideos, watchingQuery } from '../../api/library/videos.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me, VideoPurchase } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';

interface Attempt {
  key: string;
  offer: Offer;
}

/** Buys a film with an idempotency key, then refetches the grant, so that the player shows the whole film. */
export function useBuying(id: string, onDone: () => void) {
  const t = useTranslations('player.buy');
  const { minute } = useTimes();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Last attempt without an answer. A retry of the same offer uses the same key. */
  const unsure = useRef<Attempt | null>(null);

  async function open(bought: VideoPurchase | null): Promise<void> {
    if (bought !== null) {
      const { availableMinor } = bought;
      client.setQueryData<Me | null>(keys.me, (me) => (me ? { ...me, availableMinor } : me));
      say(t('done', { until: minute(bought.purchase.untilMs) }));
    }
    for (const queryKey of [keys.me, keys.wallet, keys.statement]) void client.invalidateQueries({ queryKey });
    void refetchVideos(client);
    // The server knows the new access; the player learns it through the query cache.
    await client.fetchQuery({ ...watchingQuery(id), staleTime: 0 }).catch(() => undefined);
    onDone();
  }

  /** Refetches the displayed price. */
  function askAnew(): Promise<unknown> {
    return Promise.all([keys.video(id), keys.watching(id)].map((queryKey) => client.refetchQueries({ queryKey })));
  }

  async function buy(offer: Offer): Promise<void> {
    setBusy(true);
    setProblem(null);
    const before = unsure.current?.offer;
    const isSame = before?.priceMinor === offer.priceMinor && before.hours === offer.hours;
    const attempt = isSame && unsure.current ? unsure.current : { key: newId(), offer };
    try {
      const bought = await buyVideo(id, attempt.key, offer);
      unsure.current = null;
      await open(bought);
    } catch (error) {
      const refused = asProblem(error);
      unsure.current = refused.unsure ? attempt : null;
      if (refused.code === 'bought-already') await open(null);
      else setProblem(refused);
      if (refused.code === 'price-changed') await askAnew();
      if (refused.code === 'balance-too-small') void client.refetchQueries({ queryKey: keys.me });
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, buy, forget: () => setProblem(null) };
}
