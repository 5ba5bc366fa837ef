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
  /** A checkpoint has a new cosignature. */
  onCosigned(): void;
}

export interface WitnessClient {
  /** The witness may be shown the book up to this size. To be called when there is a new note, and now and then. */
  wake(size: number): void;
  stop(): Promise<void>;
}

const OK = 200;
const CONFLICT = 409;
/**
 * Of c2sp.org/tlog-witness: the proof does not lead from what it cosigned to what it is shown. Ours says so, too, of an
 * entry that is malformed.
 */
const UNPROCESSABLE = 422;
const SIZE_PATTERN = /^(0|[1-9][0-9]{0,15})\n?$/;
/** A witness names its size once. Another process may show it a newer checkpoint meanwhile. */
const CONFLICTS_MAX = 2;
const WAIT_MS_MIN = 200;
const WAIT_MS_MAX = 3_000;

interface Note {
  size: number;
  note: string;
}

/**
 * Has one witness cosign the newest signed checkpoint that it may see, one call at a time. What is older when its turn
 * comes is left out: a cosignature of a checkpoint covers all before it. After a failure it waits, longer each time.
 */
export function startWitnessClient(deps: WitnessClientDeps, link: WitnessLink): WitnessClient {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** What the witness cosigned last, as far as we know; it says so itself when we are wrong. */
  let known: number | null = null;
  /** Notes beyond this size are not shown yet: their files may not be where the witness reads them. */
  let cleared = 0;
  let failures = 0;
  /** Answers 409 since it cosigned last. */
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

  /** Whether the witness has cosigned the note; otherwise it named another size, from which the next proof begins. */
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

  /** It cosigned another size last than we thought. */
  async function learn(text: string, old: number): Promise<void> {
    const match = SIZE_PATTERN.exec(text);
    const seen = match ? Number(match[1]) : Number.NaN;
    if (!Number.isSafeInteger(seen)) throw new Error('it answered 409 without a size');
    if (seen === old) throw new BookFault(`it has seen another book of ${seen} entries`);
    // Another process may have shown it what was signed meanwhile.
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

/** The newest signed note of at most this size, or null where this witness has cosigned it. */
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

/** How many entries are signed. */
export async function newestSize(db: Db): Promise<number> {
  const row = await db
    .selectFrom('book.checkpoint')
    .select((eb) => eb.fn.max('size').as('size'))
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}
