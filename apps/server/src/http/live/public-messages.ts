import { randomBytes } from 'node:crypto';

/** Messages to everyone, numbered, the newest of them kept for whoever was away. */
export interface PublicMessages {
  /** The number of the newest; 0 before the first. */
  count(): number;
  add(event: string, data: unknown): void;
  /**
   * Those after a number, oldest first and in one piece: a client that missed three is written to once. The same piece
   * for all who miss the same. Null where some of them are kept no longer.
   */
  after(n: number): Buffer | null;
  /** The number that an event id names, or null where it is none of this process, or not yet there. */
  numberOf(eventId: string | undefined): number | null;
  /** Tells a client that it may have missed something, and from where it goes on. */
  reset(): Buffer;
}

const NOTHING = Buffer.alloc(0);
const NO_PIECES: { whole: Buffer; after: Map<number, Buffer> } = { whole: NOTHING, after: new Map() };

export function createPublicMessages(keptMax: number): PublicMessages {
  // Ids are only comparable within one process; another one's id means "start anew".
  const boot = randomBytes(6).toString('hex');
  const kept: Buffer[] = [];
  let count = 0;
  let pieces = NO_PIECES;

  /** All that are kept in one piece of memory, of which each client has the end that it missed. */
  function pieceAfter(n: number): Buffer {
    if (pieces === NO_PIECES) pieces = { whole: Buffer.concat(kept), after: new Map() };
    const piece = pieces.after.get(n) ?? endOf(pieces.whole, kept.slice(kept.length - (count - n)));
    pieces.after.set(n, piece);
    return piece;
  }

  return {
    count: () => count,
    add(event, data) {
      pieces = NO_PIECES;
      kept.push(messageOf(event, data, `${boot}-${++count}`));
      if (kept.length > keptMax) kept.shift();
    },
    after(n) {
      if (n === count) return NOTHING;
      if (n === count - 1) return kept.at(-1) ?? null;
      return count - n > kept.length ? null : pieceAfter(n);
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
