import { BETS } from '@tercet/fair';
import { z } from 'zod';
import { PERIOD_STATES } from '../../draw/period-state.ts';
import { SLIP_STATES } from '../../draw/slips/slip-records.ts';

/** JSON shapes shared by several endpoints. Money is a decimal string of minor units, hashes are hex. */
export const Minor = z.string().regex(/^-?\d{1,19}$/);
export const Hex = z.string().regex(/^([0-9a-f]{2})*$/);
export const BetCode = z.enum(BETS);
/** A UUID from a client. Lower-cased, as the database writes it. */
export const Uuid = z.uuid().toLowerCase();
export const Millis = z.number().int();
export const Dice = z.array(z.number().int().min(1).max(6)).length(3);

export const PeriodAnswer = z.object({
  period: z.number().int(),
  drawId: z.string(),
  opensAtMs: Millis,
  locksAtMs: Millis,
  drawsAtMs: Millis,
  round: z.number().int(),
  state: z.enum(PERIOD_STATES),
});

export const DrawAnswer = z.object({
  drawId: z.string(),
  period: z.number().int(),
  round: z.number().int(),
  state: z.enum(PERIOD_STATES),
  dice: Dice.nullable(),
  sum: z.number().int().nullable(),
  root: Hex.nullable(),
  slipCount: z.number().int().nullable(),
  sealedAtMs: Millis.nullable(),
  drawnAtMs: Millis.nullable(),
  houseRun: z.boolean(),
});

export const StopAnswer = z.object({
  lottery: z.string().nullable().describe('Key of the stopped lottery; null for all lotteries'),
  reason: z.string().describe('A code: maintenance, fault, security, authority or other; ended for the end of a stop'),
  authority: z.string().nullable().describe('Authority that ordered the stop; null without an order'),
  reference: z.string().nullable().describe('Reference of the order'),
  fromMs: z.number().int().describe('It concerns periods that open from this time on'),
  untilMs: z.number().int().nullable().describe('And before this time; null until two people end it'),
  entrySeq: z.string().describe('Index of its entry in the book'),
});

export const LotteryAnswer = z.object({
  key: z.string(),
  name: z.string(),
  icon: z.string(),
  description: z.string(),
  class: z.string(),
  periodSeconds: z.number().int(),
  minBalanceMinor: Minor,
  stakeMinMinor: Minor.describe('Smallest stake on one bet in the current period'),
  hot: z.boolean(),
  closed: z.boolean().describe('True if its current period takes no bets'),
  listed: z.boolean().describe('False if no list shows it: it is hidden or retired'),
  retiresAtMs: z
    .number()
    .int()
    .nullable()
    .describe('End of its last period with bets; null unless two people retired it'),
  stop: StopAnswer.nullable().describe('Stop of its bets, or of all bets, in force or announced; null for none'),
  current: PeriodAnswer,
  next: PeriodAnswer,
  lastDraw: DrawAnswer.nullable(),
});

export const TableAnswer = z.object({
  hash: Hex,
  firstPeriod: z.number().int(),
  bets: z.array(
    z.object({
      bet: BetCode,
      multiplier: z.number().int().describe('The first of `multipliers`'),
      multipliers: z
        .array(z.number().int())
        .describe(
          'In 1/10 000, the stake included. Three for n1 to n6 (exactly one, two and three matching dice), otherwise one',
        ),
      ways: z.array(z.number().int()).describe('Outcomes of 216 on which each of `multipliers` is paid'),
      chance: z.object({ ways: z.number().int(), of: z.literal(216) }),
      rtp: z.object({ num: z.string(), den: z.string() }),
    }),
  ),
  stakeMinMinor: Minor,
  stakeMaxMinor: Minor,
  slipMaxMinor: Minor,
  memberCapMinor: Minor,
  periodCapMinor: Minor,
  minBalanceMinor: Minor,
  chainHash: Hex,
  receiptKey: Hex,
  entry: z.string().describe('Body of its entry in the book, whose leaf hash is `hash`'),
});

export const BookEntryAnswer = z.object({
  seq: z.number().int(),
  type: z.string(),
  hash: Hex,
  body: z.string(),
  atMs: Millis,
});

const SeenCheckpoint = z.object({
  note: z.string().describe('Signed note (c2sp.org/tlog-checkpoint) with cosignatures'),
  atMs: Millis.nullable(),
});
const EntryPlace = z.object({ index: z.number().int(), proof: z.array(Hex) });

const BookEvidenceAnswer = z.object({
  logKey: z.string().describe('Verifier key of the book'),
  notices: z.array(z.string()).describe('Key changes, oldest first'),
  noticed: z
    .object({ note: z.string(), places: z.array(EntryPlace.nullable()) })
    .nullable()
    .describe(
      'Inclusion proofs of the notices in the newest checkpoint; null for a notice that it does not contain yet',
    ),
  table: z.object({ checkpoint: SeenCheckpoint, place: EntryPlace }).nullable(),
  before: SeenCheckpoint.nullable().describe('The largest checkpoint before the lock'),
  inTime: SeenCheckpoint.nullable().describe('The largest checkpoint before the seal’s deadline'),
  peaks: z.array(Hex).describe('Roots of the full subtrees of `before`'),
  entries: z.array(z.string()).describe('Bodies of all entries between the two checkpoints'),
  after: z
    .object({ checkpoint: SeenCheckpoint, draw: EntryPlace.nullable(), void: EntryPlace.nullable() })
    .nullable()
    .describe('Inclusion proofs of draw and void in the first checkpoint that met the witness policy of the table'),
});

export const DrawProofAnswer = DrawAnswer.extend({
  lotteryKey: z.string(),
  periodSeconds: z.number().int(),
  locksAtMs: Millis,
  drawsAtMs: Millis,
  chain: z.object({
    hash: Hex,
    publicKey: Hex,
    period: z.number().int(),
    genesis: z.number().int(),
    scheme: z.string(),
    kind: z.enum(['drand', 'local']),
  }),
  signature: Hex.nullable(),
  seed: Hex.nullable(),
  table: z.object({ hash: Hex, entry: BookEntryAnswer }),
  entries: z.object({
    seal: BookEntryAnswer.nullable(),
    draw: BookEntryAnswer.nullable(),
    void: BookEntryAnswer.nullable(),
  }),
  witnessed: z.object({ quorum: z.number().int(), of: z.number().int() }),
  book: BookEvidenceAnswer.nullable().describe('Evidence from the public book; null before the book is signed'),
});

export const SlipAnswer = z.object({
  id: z.uuid(),
  drawId: z.string(),
  lotteryKey: z.string(),
  lotteryName: z.string(),
  icon: z.string(),
  period: z.number().int(),
  placedAtMs: Millis,
  selections: z.array(
    z.object({
      bet: BetCode,
      stakeMinor: Minor,
      multiplier: z.number().int().describe('The multiplier that the dice gave, otherwise the first of `multipliers`'),
      multipliers: z.array(z.number().int()),
      won: z.boolean().nullable(),
      payoutMinor: Minor.nullable(),
    }),
  ),
  totalMinor: Minor,
  state: z.enum(SLIP_STATES),
  payoutMinor: Minor.nullable(),
  dice: Dice.nullable(),
  settledAtMs: Millis.nullable(),
});

export const ReceiptAnswer = z.object({
  leafData: Hex,
  signature: Hex,
  publicKey: Hex,
  userName: z.string(),
  salt: Hex,
});

/** A cursor that is the id of the last item on the page. */
export const ID_CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The Idempotency-Key of a slip: a UUID of any version, in lower case. */
export const SLIP_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const SlipKey = z.string().regex(SLIP_KEY);

export const PlacedAnswer = z.object({ slip: SlipAnswer, receipt: ReceiptAnswer, availableMinor: Minor });

export const SlipProofAnswer = z.object({
  receipt: ReceiptAnswer,
  index: z
    .number()
    .int()
    .nullable()
    .describe('Null if no seal contains the slip; then `count` and `proof` are null, too'),
  count: z.number().int().nullable(),
  proof: z.array(Hex).nullable(),
  draw: DrawProofAnswer,
});

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int() });
}

/** Query of a paged list: the page size, and the `nextCursor` of the previous page. */
export function pageQuery(cursor: RegExp = /^[0-9a-z~-]+$/) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(80).regex(cursor).optional(),
  });
}

/** Schemas listed in the API document once, under these names. */
const NAMED = {
  Period: PeriodAnswer,
  Draw: DrawAnswer,
  Lottery: LotteryAnswer,
  Stop: StopAnswer,
  Table: TableAnswer,
  BookEntry: BookEntryAnswer,
  BookEvidence: BookEvidenceAnswer,
  DrawProof: DrawProofAnswer,
  Slip: SlipAnswer,
  Receipt: ReceiptAnswer,
  Placed: PlacedAnswer,
  SlipProof: SlipProofAnswer,
};
for (const [id, shape] of Object.entries(NAMED)) z.globalRegistry.add(shape, { id });
