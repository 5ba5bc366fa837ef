/** The shapes of the HTTP API, from the server's own document, and what this app adds to them. */
import type { Draw as ApiDraw, SlipProof as ApiSlipProof, Dice } from '@tercet/contract';

export type {
  Agreement,
  Avatar,
  Bank,
  Banner,
  BookEntry,
  CardField,
  Closed,
  Complaint,
  Consent,
  DrawProof,
  FinancePasswordForm,
  FullComplaint,
  HelpOrganisation,
  House,
  HouseHolds,
  HouseNotice,
  HouseTable,
  IdentityCheck,
  Invite,
  InvitesPage,
  LedgerKind,
  Liabilities,
  LiabilitiesPage,
  Limit,
  LimitKind,
  Limits,
  LoginPasswordForm,
  Lottery,
  LotteryClass,
  LotteryWithTable,
  MadeAvatar,
  Me,
  Message,
  MessagesPage,
  Minor,
  OwnSession,
  OwnSessions,
  Page,
  Payee,
  PayeeForm,
  Period,
  PeriodState,
  Person,
  Placed,
  Play,
  Receipt,
  Registered,
  Registration,
  Report,
  Retention,
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

/** Hex `signature`: there once the draw came in by the live line, or with its proof. */
export type Draw = ApiDraw & { signature?: string | null };

/** Place and path are null until the period is sealed. */
export type SlipProof = Omit<ApiSlipProof, 'index' | 'count' | 'proof'> & {
  index: number | null;
  count: number | null;
  proof: string[] | null;
};
