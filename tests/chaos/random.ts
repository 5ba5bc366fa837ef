import { createHmac } from 'node:crypto';

/** Random numbers derived from a seed, so that runs can be repeated. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  whole(below: number): number;
  pick<T>(of: readonly T[]): T;
  /** A version 4 UUID. */
  uuid(): string;
}

export function randomOf(seed: string): Random {
  let count = 0;

  function bytes(): Buffer {
    return createHmac('sha256', seed).update(String(count++)).digest();
  }

  function whole(below: number): number {
    return Number(bytes().readBigUInt64BE() % BigInt(below));
  }

  return {
    whole,
    pick<T>(of: readonly T[]): T {
      return of[whole(of.length)] as T;
    },
    uuid() {
      const hex = bytes().toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
}
