/** The shapes of the HTTP API, from the server's own document, and what this app adds to them. */
import type { Draw as ApiDraw, SlipProof as ApiSlipProof, Dice } from '@tercet/contract';

export type {
  Agreement,
  Banner,
  BookEntry,
  DrawProof,
  House,
  Liabilities,
  LiabilitiesPage,
  Lottery,
  LotteryClass,
  LotteryWithTable,
  Me,
  Minor,
  Page,
  Period,
  PeriodState,
  Placed,
  Receipt,
  Registered,
  Registration,
  Slip,
  SlipSelection,
  SlipState,
  Table,
  TableBet,
  Transfer,
} from '@tercet/contract';

export type DiceValues = Dice;

/** Hex `signature`: there once the draw came in by the live line, or with its proof. */
export type Draw = ApiDraw & { signature?: string | null };

/** Place and path are null until the period is sealed. */
export type SlipProof = Omit<ApiSlipProof, 'index' | 'count' | 'proof'> & {
  index: number | null;
  count: number | null;
  proof: string[] | null;
};
