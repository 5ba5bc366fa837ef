/**
 * Reads the whole public book, entry by entry, and says what in it breaks the protocol. What a bundle shows of one
 * draw, this shows of all: no period left out, no draw without its seal, no table that changed under open bets.
 *
 * The book's entries bear no times. What proves time here are the beacon's rounds: an entry that stands after the
 * result of a round was written after that round.
 */
import { type Chain, type SignedRound, verifyBeaconRounds } from './beacon.ts';
import type { BookAudit, FindingCode } from './book-audit.ts';
import { drawDice } from './draw.ts';
import { chainOfTable, decodeEntry, NOTICE_SECONDS } from './entries.ts';
import type {
  DrawEntry,
  Entry,
  LiabilitiesEntry,
  NoticeOfChangeEntry,
  SealEntry,
  TableEntry,
  VoidEntry,
} from './entry-types.ts';
import { isSignedNotice } from './evidence.ts';
import { lockTime, openTime, parseDrawId, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';

interface Lottery {
  tables: TableEntry[];
  /** The first period whose fate was read, and the one that should get its fate next; null before any was. */
  first: number | null;
  next: number | null;
  seals: Map<number, Seal>;
  drawn: Set<number>;
  /** Places of the voids. */
  voids: Map<number, number>;
}

interface Seal {
  body: string;
  /** Witnesses, or a result that came out after the seal was due and stands before it, show that it was too late. */
  late: boolean;
  /** Witnesses show that it was in time; null where nobody can say. */
  inTime: boolean | null;
}

interface Ruled {
  lottery: Lottery;
  period: number;
  table: TableEntry;
}

interface OpenRound {
  seq: number;
  drawId: string;
  chain: Chain;
  round: SignedRound;
}

const BATCH = 256;
const DAY_MS = 86_400_000;
/** Fates older than this many periods are forgotten: a draw and its seal stand close together. */
const PERIODS_KEPT = 20_000;

export interface AuditOptions {
  origin?: string;
  /** Place of the first entry that is given. */
  from?: number;
  /** Tables that ruled before it, oldest first. */
  tables?: readonly TableEntry[];
  /** When enough of the table's witnesses first saw the entry at a place (unix seconds); null where nobody can say. */
  seenAt?: (seq: number, table: TableEntry) => number | null;
}

/** Takes entries in order; `finish` says what was found. Memory stays bounded by the draws of some days. */
export class BookAuditor {
  readonly #origin: string | undefined;
  readonly #lotteries = new Map<string, Lottery>();
  readonly #open: OpenRound[] = [];
  readonly #audit: BookAudit = {
    entries: 0,
    draws: 0,
    seals: 0,
    voids: 0,
    houseRun: 0,
    unwitnessed: 0,
    pending: [],
    findings: [],
  };
  readonly #isWhole: boolean;
  readonly #seenAt: AuditOptions['seenAt'];
  #seq: number;
  /** Unix seconds that have passed for sure by now: the latest round whose result stood before. */
  #provenTime = 0;
  #lastDate: string | null = null;

  constructor({ origin, from = 0, tables = [], seenAt }: AuditOptions = {}) {
    this.#origin = origin;
    this.#seenAt = seenAt;
    this.#seq = from;
    this.#isWhole = from === 0;
    for (const table of tables) this.#lotteryOf(table.key).tables.push(table);
  }

  add(body: string): void {
    const seq = this.#seq;
    this.#seq += 1;
    this.#audit.entries += 1;
    let entry: Entry;
    try {
      entry = decodeEntry(body);
    } catch {
      this.#find(seq, null, 'malformed');
      return;
    }
    if (entry.type === 'table') this.#table(seq, entry);
    else if (entry.type === 'seal') this.#seal(seq, entry, body);
    else if (entry.type === 'void') this.#void(seq, entry);
    else if (entry.type === 'draw') this.#draw(seq, entry);
    else if (entry.type === 'notice-of-change') this.#notice(seq, entry);
    else if (entry.type === 'liabilities') this.#liabilities(seq, entry);
    if (this.#open.length >= BATCH) this.#checkRounds();
  }

  finish(): BookAudit {
    this.#checkRounds();
    const pending: string[] = [];
    for (const [key, lottery] of this.#lotteries) {
      for (const period of lottery.seals.keys()) {
        if (lottery.drawn.has(period)) continue;
        const voidSeq = lottery.voids.get(period);
        if (voidSeq === undefined) pending.push(`${key}/${period}`);
        // The witnesses saw the seal in time: the draw was not void, and should have been made.
        else if (lottery.seals.get(period)?.inTime === true) this.#find(voidSeq, `${key}/${period}`, 'seal-in-time');
      }
    }
    const findings = [...this.#audit.findings].sort((a, b) => a.seq - b.seq);
    return { ...this.#audit, pending, findings };
  }

  #find(seq: number, drawId: string | null, code: FindingCode): void {
    this.#audit.findings.push({ seq, drawId, code });
  }

  #lotteryOf(key: string): Lottery {
    const known = this.#lotteries.get(key);
    if (known !== undefined) return known;
    const lottery: Lottery = {
      tables: [],
      first: null,
      next: null,
      seals: new Map(),
      drawn: new Set(),
      voids: new Map(),
    };
    this.#lotteries.set(key, lottery);
    return lottery;
  }

  #table(seq: number, table: TableEntry): void {
    const lottery = this.#lotteryOf(table.key);
    const last = lottery.tables.at(-1);
    if (this.#origin !== undefined && table.origin !== this.#origin) this.#find(seq, null, 'other-origin');
    if (last !== undefined && last.period_seconds !== table.period_seconds) this.#find(seq, null, 'period-length');
    if (last !== undefined && Number(last.first_period) >= Number(table.first_period)) {
      this.#find(seq, null, 'table-order');
    }
    const opens = openTime(Number(table.first_period), Number(table.period_seconds));
    if (opens <= this.#provenTime) this.#find(seq, null, 'table-too-late');
    lottery.tables.push(table);
  }

  /** The draw's lottery, period and table; null, and a finding, where no table rules it. */
  #ruled(seq: number, drawId: string): Ruled | null {
    const id = parseDrawId(drawId);
    const lottery = id === null ? undefined : this.#lotteries.get(id.key);
    const table = lottery?.tables.findLast((one) => Number(one.first_period) <= (id?.period ?? -1));
    if (id === null || lottery === undefined || table === undefined) {
      this.#find(seq, drawId, 'no-table');
      return null;
    }
    return { lottery, period: id.period, table };
  }

  /** Every period gets a seal or is void, in order: a gap is a period that the house left out. */
  #fate(seq: number, drawId: string, lottery: Lottery, period: number): void {
    const first = Number(lottery.tables[0]?.first_period);
    // Read from the middle on, the first fate that is seen is the one to go on from.
    const expected = lottery.next ?? (this.#isWhole ? first : period);
    if (period > expected) this.#find(seq, drawId, 'period-missing');
    lottery.first ??= period;
    lottery.next = Math.max(lottery.next ?? 0, period + 1);
    const oldest = lottery.next - PERIODS_KEPT;
    lottery.seals.delete(oldest);
    lottery.drawn.delete(oldest);
    lottery.voids.delete(oldest);
  }

  #seal(seq: number, seal: SealEntry, body: string): void {
    this.#audit.seals += 1;
    const ruled = this.#ruled(seq, seal.draw_id);
    if (ruled === null) return;
    const { lottery, period, table } = ruled;
    const known = lottery.seals.get(period);
    if (known !== undefined) {
      if (known.body !== body) this.#find(seq, seal.draw_id, 'two-seals');
      return;
    }
    this.#fate(seq, seal.draw_id, lottery, period);
    const by = inTimeBy(table, period);
    const seenAt = table.quorum === '0' ? null : (this.#seenAt?.(seq, table) ?? null);
    const locks = lockTime(period, Number(table.period_seconds));
    const inTime = seenAt === null ? null : seenAt >= locks && seenAt <= by;
    lottery.seals.set(period, { body, late: inTime === false || this.#provenTime > by, inTime });
    if (inTime === null) this.#audit.unwitnessed += 1;
  }

  #void(seq: number, voided: VoidEntry): void {
    this.#audit.voids += 1;
    const ruled = this.#ruled(seq, voided.draw_id);
    if (ruled === null) return;
    const { lottery, period } = ruled;
    if (!lottery.seals.has(period)) this.#fate(seq, voided.draw_id, lottery, period);
    if (lottery.drawn.has(period)) this.#find(seq, voided.draw_id, 'void-and-drawn');
    if (lottery.voids.has(period)) this.#find(seq, voided.draw_id, 'two-fates');
    lottery.voids.set(period, seq);
  }

  #draw(seq: number, draw: DrawEntry): void {
    this.#audit.draws += 1;
    const ruled = this.#ruled(seq, draw.draw_id);
    if (ruled === null) return;
    const { lottery, period, table } = ruled;
    const chain = chainOfTable(table);
    const round = roundFor(lockTime(period, Number(table.period_seconds)), chain);
    if (table.beacon_kind === 'local') this.#audit.houseRun += 1;
    const seal = lottery.seals.get(period);
    if (seal === undefined) this.#unsealed(seq, draw.draw_id, ruled);
    else if (seal.late) this.#find(seq, draw.draw_id, 'seal-too-late');
    if (lottery.drawn.has(period)) this.#find(seq, draw.draw_id, 'drawn-twice');
    if (lottery.voids.has(period) && table.quorum === '0') this.#find(seq, draw.draw_id, 'void-and-drawn');
    lottery.drawn.add(period);
    if (draw.round !== String(round)) {
      this.#find(seq, draw.draw_id, 'other-round');
      return;
    }
    const signed = { round, signature: draw.signature };
    const { dice } = drawDice({ chainHash: chain.hash, ...signed, drawId: draw.draw_id });
    if (dice.map(String).join() !== draw.dice.join()) this.#find(seq, draw.draw_id, 'dice');
    this.#open.push({ seq, drawId: draw.draw_id, chain, round: signed });
    this.#provenTime = Math.max(this.#provenTime, timeOfRound(round, chain));
  }

  /** Read from the middle on, the seals of the first draws lie before what was read. */
  #unsealed(seq: number, drawId: string, { lottery, period }: Ruled): void {
    if (this.#isWhole || (lottery.first !== null && period >= lottery.first)) this.#find(seq, drawId, 'drawn-unsealed');
  }

  #notice(seq: number, notice: NoticeOfChangeEntry): void {
    const soon = Number(notice.from) < this.#provenTime + NOTICE_SECONDS;
    if (soon || !isSignedNotice(notice)) this.#find(seq, null, 'notice');
  }

  #liabilities(seq: number, { date }: LiabilitiesEntry): void {
    const last = this.#lastDate;
    this.#lastDate = date;
    if (last === null) return;
    const days = (Date.parse(date) - Date.parse(last)) / DAY_MS;
    if (days !== 1) this.#find(seq, null, days > 1 ? 'liabilities-missing' : 'liabilities-twice');
  }

  /** Signatures are checked many at once, each round once: lotteries share rounds. */
  #checkRounds(): void {
    const chains = new Map<string, OpenRound[]>();
    for (const open of this.#open.splice(0))
      chains.set(open.chain.hash, [...(chains.get(open.chain.hash) ?? []), open]);
    for (const opens of chains.values()) {
      const distinct = new Map(opens.map((open) => [`${open.round.round} ${open.round.signature}`, open.round]));
      const rounds = [...distinct.values()];
      const chain = opens[0]?.chain;
      if (chain === undefined) continue;
      const valid = verifyBeaconRounds(chain, rounds);
      const bad = new Set([...distinct.keys()].filter((_key, index) => valid[index] !== true));
      for (const { seq, drawId, round } of opens) {
        if (bad.has(`${round.round} ${round.signature}`)) this.#find(seq, drawId, 'signature');
      }
    }
  }
}

/** Unix seconds by which a seal of the period must be in the book. */
function inTimeBy(table: TableEntry, period: number): number {
  const chain = chainOfTable(table);
  return timeOfRound(roundFor(lockTime(period, Number(table.period_seconds)), chain), chain) - WITNESS_MARGIN_SECONDS;
}
