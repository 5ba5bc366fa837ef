import { randomBytes } from 'node:crypto';

/** Numbered messages to everyone. The newest are kept for clients that reconnect. */
export interface PublicMessages {
  /** Number of the newest message; 0 before the first. */
  count(): number;
  add(event: string, data: unknown): void;
  /**
   * Messages after number `n` as one buffer, oldest first, so that a client needs one write. Clients with the same gap
   * share the buffer. Null if some of them are no longer kept.
   */
  after(n: number): Buffer | null;
  /** The number in an event id; null if the id is from another process or has not been given yet. */
  numberOf(eventId: string | undefined): number | null;
  /** The event that tells a client to fetch everything, with the position from which the stream continues. */
  reset(): Buffer;
}

const NOTHING = Buffer.alloc(0);
const NO_PIECES: { whole: Buffer; after: Map<number, Buffer> } = { whole: NOTHING, after: new Map() };

export function createPublicMessages(storedMax: number): PublicMessages {
  // Ids are comparable only within one process. An id of another process means a fresh start.
  const boot = randomBytes(6).toString('hex');
  const stored: Buffer[] = [];
  let count = 0;
  let pieces = NO_PIECES;

  /** One buffer holds all kept messages; each client gets a view of the end that it missed. */
  function pieceAfter(n: number): Buffer {
    if (pieces === NO_PIECES) pieces = { whole: Buffer.concat(stored), after: new Map() };
    const piece = pieces.after.get(n) ?? endOf(pieces.whole, stored.slice(stored.length - (count - n)));
    pieces.after.set(n, piece);
    return piece;
  }

  return {
    count: () => count,
    add(event, data) {
      pieces = NO_PIECES;
      stored.push(messageOf(event, data, `${boot}-${++count}`));
      if (stored.length > storedMax) stored.shift();
    },
    after(n) {
      if (n === count) return NOTHING;
      if (n === count - 1) return stored.at(-1) ?? null;
      return count - n > stored.length ? null : pieceAfter(n);
    },
    numberOf(eventId) {
      const [sameBoot, n] = (eventId ?? '').split('-');
      const number = /^\d{1,15}$/.test(n ?? '') ? Number(n) : -1;
      return sameBoot !== boot || number < 0 || number > count ? null : number;
    },
    reset: () => messageOf('reset', {}, `${boot}-${count}`),
  };
}

export function messageOf(event: string, data: unknown, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function endOf(whole: Buffer, last: readonly Buffer[]): Buffer {
  return whole.subarray(whole.length - last.reduce((bytes, { length }) => bytes + length, 0));
}
