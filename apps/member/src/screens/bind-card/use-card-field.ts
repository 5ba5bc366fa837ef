import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openCardField } from '../../api/money/payee.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Card } from './draft.ts';
import { isFieldsOwn, readFieldMessage } from './field-message.ts';

/** A frame that sends no message within this time has failed. */
const READY_MS_MAX = 12_000;

/** Height until the field reports its own. Browsers suspend frames without area. */
const HEIGHT_FIRST = 280;

type CardField =
  | { status: 'loading' | 'ready'; url: string | null; height: number }
  | { status: 'failed'; error: Error | null };

interface CardFieldControl {
  field: CardField;
  /** Ref of the iframe. */
  frame: React.RefObject<HTMLIFrameElement | null>;
  retry(): void;
}

/**
 * The provider's field for a card number. Each mount opens a new session. Accepts messages only from the field's origin
 * and window.
 */
export function useCardField(onCard: (card: Card) => void): CardFieldControl {
  const [round, setRound] = useState(0);
  const [height, setHeight] = useState<number | null>(null);
  const [late, setLate] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(onCard);
  latest.current = onCard;
  const { data, error } = useQuery({
    queryKey: keys.cardField(round),
    queryFn: openCardField,
    // Each field session is valid for one card.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

  useEffect(() => {
    if (data === undefined) return;
    const { origin, reference } = data;
    function listen(event: MessageEvent): void {
      if (!isFieldsOwn(event, { origin, window: frame.current?.contentWindow })) return;
      const message = readFieldMessage(event.data);
      if (message?.type === 'ready') setHeight(message.height);
      if (message?.type === 'card') latest.current({ ...message.card, reference });
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [data]);

  useEffect(() => {
    if (data === undefined || height !== null) return;
    const timer = setTimeout(() => setLate(true), READY_MS_MAX);
    return () => clearTimeout(timer);
  }, [data, height]);

  return {
    field: fieldOf(),
    frame,
    retry() {
      setHeight(null);
      setLate(false);
      setRound((before) => before + 1);
    },
  };

  function fieldOf(): CardField {
    if (error !== null || late) return { status: 'failed', error };
    const status = height === null ? 'loading' : 'ready';
    return { status, url: data === undefined ? null : themed(data.url), height: height ?? HEIGHT_FIRST };
  }
}

/** Adds the page's theme to the field's URL. A provider without themes ignores it. */
function themed(url: string): string {
  const { theme } = document.documentElement.dataset;
  const requested = new URL(url);
  if (theme !== undefined) requested.searchParams.set('theme', theme);
  return requested.href;
}
