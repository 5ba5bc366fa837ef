import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openCardField } from '../../api/money/payee.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Card } from './draft.ts';
import { isFieldsOwn, readFieldMessage } from './field-message.ts';

/** A frame that has said nothing by then will not come. */
const READY_MS_MAX = 12_000;

/** So high it is until it says how high it wants to be; browsers let a frame without an area sleep. */
const HEIGHT_FIRST = 280;

type CardField =
  | { status: 'loading' | 'ready'; url: string | null; height: number }
  | { status: 'failed'; error: Error | null };

interface CardFieldControl {
  field: CardField;
  /** For the frame itself. */
  frame: React.RefObject<HTMLIFrameElement | null>;
  retry(): void;
}

/** The provider's field for a card number: opened anew each time, listened to by its exact origin and window. */
export function useCardField(onCard: (card: Card) => void): CardFieldControl {
  const [round, setRound] = useState(0);
  const [height, setHeight] = useState<number | null>(null);
  const [late, setLate] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const told = useRef(onCard);
  told.current = onCard;
  const { data, error } = useQuery({
    queryKey: keys.cardField(round),
    queryFn: openCardField,
    // Each is good for one card.
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
      if (message?.type === 'card') told.current({ ...message.card, reference });
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

/** Light or dark as the page is, for a field that can be both. */
function themed(url: string): string {
  const { theme } = document.documentElement.dataset;
  const asked = new URL(url);
  if (theme !== undefined) asked.searchParams.set('theme', theme);
  return asked.href;
}
