/** The shapes of the HTTP API, from the server's own document, and what this app adds to them. */
import type { Draw as ApiDraw, Me as ApiMe, SlipProof as ApiSlipProof, Dice } from '@tercet/contract';

export type {
  Agreement,
  Bank,
  Banner,
  BookEntry,
  CardField,
  DrawProof,
  FinancePasswordForm,
  House,
  LedgerKind,
  Liabilities,
  LiabilitiesPage,
  Lottery,
  LotteryClass,
  LotteryWithTable,
  Message,
  MessagesPage,
  Minor,
  Page,
  Payee,
  PayeeForm,
  Period,
  PeriodState,
  Person,
  Placed,
  Receipt,
  Registered,
  Registration,
  Report,
  Slip,
  SlipSelection,
  SlipState,
  StaffAct,
  Statement,
  StatementLine,
  Table,
  TableBet,
  TopUp,
  TopUpState,
  Wallet,
  Withdrawal,
  WithdrawalMade,
  WithdrawalState,
} from '@tercet/contract';

export type DiceValues = Dice;

export type ExclusionKind = 'time-out' | 'self-exclusion';

export type Me = ApiMe & { exclusion: { kind: ExclusionKind; untilMs: number } | null };

export type LimitKind =
  | 'deposit-day'
  | 'deposit-week'
  | 'deposit-month'
  | 'stake-slip'
  | 'stake-day'
  | 'loss-day'
  | 'loss-week'
  | 'loss-month'
  | 'session'
  | 'check';

/** Values are minor units, or minutes for `session` and `check`; null is none. */
export interface Limit {
  kind: LimitKind;
  value: string | null;
  usedMinor: string | null;
  setAtMs: number | null;
  asked: { id: string; value: string | null; askedAtMs: number; confirmableAtMs: number } | null;
}

export interface Limits {
  limits: Limit[];
  exclusion: { kind: ExclusionKind; fromMs: number; untilMs: number } | null;
  reviewAtMs: number | null;
}

export interface Play {
  startedAtMs: number | null;
  netMinor: string;
  checkDueAtMs: number | null;
  sessionEndsAtMs: number | null;
  resumesAtMs: number | null;
}

export interface HelpOrganisation {
  name: string;
  url: string;
  phone: string | null;
  country: string;
  languages: string[];
}

/** Hex `signature`: there once the draw came in by the live line, or with its proof. */
export type Draw = ApiDraw & { signature?: string | null };

/** Place and path are null until the period is sealed. */
export type SlipProof = Omit<ApiSlipProof, 'index' | 'count' | 'proof'> & {
  index: number | null;
  count: number | null;
  proof: string[] | null;
};
