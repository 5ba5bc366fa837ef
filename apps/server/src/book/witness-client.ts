import { setTimeout as sleepFor } from 'node:timers/promises';
import { consistencyFromTiles, toBase64 } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import { coalesce } from '../process/coalesce.ts';
import { BookFault } from './book-fault.ts';
import { cosignatureLines, keepCosignatures } from './policy.ts';
import { tilesOf } from './tree.ts';
import type { WitnessLink } from './witness.ts';

export interface WitnessClientDeps {
  db: Db;
  onFault(what: string, error: unknown): void;
  /** Called after a checkpoint got a new cosignature. */
  onCosigned(): void;
}

export interface WitnessClient {
  /** Allows showing the book up to this size to the witness. Call it for each new note, and from time to time. */
  wake(size: number): void;
  stop(): Promise<void>;
}

const OK = 200;
const CONFLICT = 409;
/**
 * Status of c2sp.org/tlog-witness for a proof that does not connect the cosigned tree to the shown one. Our witness
 * also uses it for a malformed entry.
 */
const UNPROCESSABLE = 422;
const SIZE_PATTERN = /^(0|[1-9][0-9]{0,15})\n?$/;
/**
 * Most answers with 409 before a failure. A witness reports its size once, but another process may show it a newer
 * checkpoint meanwhile.
 */
const CONFLICTS_MAX = 2;
const WAIT_MS_MIN = 200;
const WAIT_MS_MAX = 3_000;

interface Note {
  size: number;
  note: string;
}

/**
 * Submits the newest permitted checkpoint to one witness, one request at a time. Older checkpoints are skipped,
 * because a cosignature covers all earlier ones. Retries with backoff.
 */
export function startWitnessClient(deps: WitnessClientDeps, link: WitnessLink): WitnessClient {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Size that the witness cosigned last, if known. The witness corrects a wrong value. */
  let known: number | null = null;
  /** Largest size that may be shown. Files of larger notes may not be in the store yet. */
  let cleared = 0;
  let failures = 0;
  /** Answers with 409 since its last cosignature. */
  let conflicts = 0;

  const turn = coalesce(
    async () => {
      while (!signal.aborted) {
        const newest = await newestNote(deps.db, link.vkey, cleared);
        if (!newest) return;
        known ??= await lastCosigned(deps.db, link.vkey);
        if (await submit(newest)) {
          failures = 0;
          conflicts = 0;
        }
      }
    },
    async (error) => {
      if (signal.aborted) return;
      deps.onFault(`witness ${nameOf(link)}`, error);
      failures += 1;
      await sleepFor(waitMs(failures), null, { signal }).catch(() => {});
      turn.start();
    },
  );

  /** Whether the witness cosigned the note. Otherwise it reported its own size, where the next proof must begin. */
  async function submit({ size, note }: Note): Promise<boolean> {
    const old = Math.min(known ?? 0, size);
    const proof = await consistencyFromTiles(old, size, tilesOf(deps.db));
    const lines = [`old ${old}`, ...proof.map((hash) => toBase64(hash)), '', note];
    const { status, text } = await link.addCheckpoint(lines.join('\n'), signal);
    if (status === CONFLICT) {
      await learn(text, old);
      return false;
    }
    if (status === UNPROCESSABLE) throw new BookFault(`it refuses this book: ${text.slice(0, 200)}`);
    if (status !== OK) throw new Error(`it answered ${status}: ${text.slice(0, 200)}`);
    const found = cosignatureLines(note, text.split('\n'), link.vkey);
    if (found.length === 0) throw new Error('it answered without a cosignature of its own');
    known = size;
    if (await keepCosignatures(deps.db, size, found)) deps.onCosigned();
    return true;
  }

  /** Handles a reported size that differs from ours. */
  async function learn(text: string, old: number): Promise<void> {
    const match = SIZE_PATTERN.exec(text);
    const seen = match ? Number(match[1]) : Number.NaN;
    if (!Number.isSafeInteger(seen)) throw new Error('it answered 409 without a size');
    if (seen === old) throw new BookFault(`it has seen another book of ${seen} entries`);
    // Another process may have shown it newer notes.
    const signed = await newestSize(deps.db);
    if (seen > signed) throw new BookFault(`it has seen ${seen} entries, more than the ${signed} that are signed`);
    known = seen;
    cleared = Math.max(cleared, seen);
    conflicts += 1;
    if (conflicts > CONFLICTS_MAX) throw new Error(`it answered 409 ${conflicts} times in a row, now with ${seen}`);
  }

  return {
    wake(size) {
      cleared = Math.max(cleared, size);
      turn.start();
    },
    async stop() {
      stopping.abort();
      await turn.idle();
    },
  };
}

function waitMs(failures: number): number {
  return Math.min(WAIT_MS_MAX, WAIT_MS_MIN * 2 ** Math.min(failures, 16));
}

function nameOf({ vkey }: WitnessLink): string {
  return vkey.split('+', 1)[0] ?? vkey;
}

/** The newest signed note up to a size. Null if this witness has cosigned it. */
async function newestNote(db: Db, witness: string, sizeMax: number): Promise<Note | null> {
  const row = await db
    .selectFrom('book.checkpoint as s')
    .select(['s.size', 's.note'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('book.cosignature as w')
            .select('w.size')
            .whereRef('w.size', '=', 's.size')
            .where('w.witness', '=', witness),
        )
        .as('cosigned'),
    )
    .where('s.size', '<=', BigInt(sizeMax))
    .orderBy('s.size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && !row.cosigned ? { size: Number(row.size), note: row.note } : null;
}

async function lastCosigned(db: Db, witness: string): Promise<number> {
  const row = await db
    .selectFrom('book.cosignature')
    .select((eb) => eb.fn.max('size').as('size'))
    .where('witness', '=', witness)
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}

/** Number of signed entries. */
export async function newestSize(db: Db): Promise<number> {
  const row = await db
    .selectFrom('book.checkpoint')
    .select((eb) => eb.fn.max('size').as('size'))
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}
