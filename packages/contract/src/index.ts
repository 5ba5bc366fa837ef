/** The HTTP API as types: `schema.d.ts` is generated from the server's own document, the names here are for readers. */
import type { components, paths } from './schema.d.ts';

export type { paths };

type Shapes = components['schemas'];

/** What a GET answers when all is well. */
type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** What a POST answers when it made something. */
type Made<Path extends keyof paths> = paths[Path] extends {
  post: { responses: { 201: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** What a POST is sent. */
type Sent<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

type ItemOf<List extends { items: unknown[] }> = List['items'][number];

/** Whole minor units as decimal text; JSON numbers would lose the last digits. */
export type Minor = string;

/** One page of a list. `nextCursor` is null at its end; `total` counts the whole list. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

export type Health = Read<'/api/health'>;
export type House = Read<'/api/house'>;
export type HouseHolds = Shapes['HouseHolds'];
/** By which terms films are shown where a title has none of its own. */
export type HouseFilms = Read<'/api/house/films'>;
export type HouseTable = Shapes['HouseTable'];
export type Beacon = House['beacon'];
export type Banner = House['banners'][number];
export type Agreement = Read<'/api/agreement'>;
export type HelpOrganisation = Shapes['HelpOrganisation'];
export type PlaySafe = Shapes['PlaySafe'];
export type Privacy = Shapes['Privacy'];
export type IdentityCheck = Shapes['IdentityCheck'];

export type LotteryClass = ItemOf<Read<'/api/lottery-classes'>>;
export type Lottery = Shapes['Lottery'];
export type Stop = Shapes['Stop'];
export type FormalComplaint = Shapes['FormalComplaint'];
export type FullFormalComplaint = Shapes['FullFormalComplaint'];
export type LotteryWithTable = Read<'/api/lotteries/{key}'>;
export type Period = Shapes['Period'];
export type PeriodState = Period['state'];
export type Table = Shapes['Table'];
export type TableBet = Table['bets'][number];
export type BetCode = TableBet['bet'];
export type Draw = Shapes['Draw'];
export type Dice = NonNullable<Draw['dice']>;

export type BookEntry = Shapes['BookEntry'];
export type DrawProof = Shapes['DrawProof'];
export type Chain = DrawProof['chain'];
export type LeafHashes = Read<'/book/slips/{key}/{period}'>;
export type Liabilities = Shapes['Liabilities'];
export type LiabilitiesPage = Read<'/api/book/liabilities'>;

export type Me = Shapes['Me'];
export type Avatar = Shapes['Avatar'];
export type MadeAvatar = Sent<'/api/me/avatar'>['made'];
export type Registration = Sent<'/api/members'>;
export type Registered = Made<'/api/members'>;
export type SignIn = Sent<'/api/session'>;
export type Recovery = Sent<'/api/recover'>;
/** A request for a new password without a recovery code. */
export type RecoveryForm = Sent<'/api/recovery-requests'>;
export type OpenRecoveries = Read<'/api/me/recovery-requests'>;
export type RecoveryCodesLeft = Read<'/api/me/recovery-codes'>;
export type NewRecoveryCodes = Made<'/api/me/recovery-codes'>;
/** What opens a visitor's conversation. */
export type VisitorKey = Made<'/api/recovery-requests'>;
export type VisitorQuestion = Sent<'/api/visitor-threads'>;
export type VisitorThread = Shapes['VisitorThread'];
export type VisitorEntry = Shapes['VisitorEntry'];
export type MemberSessions = Read<'/api/me/sessions'>;
export type MemberSession = ItemOf<MemberSessions>;
export type LoginPasswordForm = Sent<'/api/me/login-password'>;
export type Statement = Read<'/api/me/statement'>;
export type StatementLine = ItemOf<Statement>;
export type LedgerKind = StatementLine['kind'];
export type Report = Shapes['Report'];
export type Withdrawal = Shapes['Withdrawal'];
export type WithdrawalState = Withdrawal['state'];
export type WithdrawalMade = Made<'/api/me/withdrawals'>;
export type MessagesPage = Read<'/api/me/messages'>;
export type Message = ItemOf<MessagesPage>;
export type PushSettings = Shapes['PushSettings'];
/** What the house says to everybody: in words, or by a code that the app has words for. */
export type HouseNotice = Shapes['HouseNotice'];
export type Consent = Read<'/api/me/consents'>['items'][number];
export type Retention = Read<'/api/retention'>['items'][number];
/** What closing an account sent off; null where there was nothing. */
export type Closed = Made<'/api/me/closure'>;
/** An action of staff on the member's money or account. */
export type StaffAct = ItemOf<Read<'/api/me/acts'>>;

/** The member's own limits. Values are minor units, or minutes for `session` and `check`; null means no limit. */
export type Limits = Shapes['Limits'];
export type Limit = Limits['limits'][number];
export type PlaySigns = Shapes['PlaySigns'];
export type PlaySign = PlaySigns['signs'][number];
export type LimitSuggestion = PlaySigns['suggestions'][number];
export type LimitKind = Limit['kind'];
/** How long the member has played, and what came of it. */
export type Play = Read<'/api/me/play'>;

export type Wallet = Shapes['Wallet'];
export type TopUp = Shapes['TopUp'];
export type TopUpState = TopUp['state'];
export type Person = Shapes['Person'];
export type Payee = Shapes['Payee'];
export type PayeeForm = Sent<'/api/me/payee'>;
export type Bank = Shapes['Bank'];
export type CardField = Made<'/api/me/payee/card-field'>;
export type FinancePasswordForm = Sent<'/api/me/finance-password'>;

export type InvitesPage = Read<'/api/me/invites'>;
export type Invite = Shapes['Invite'];
export type DeskThread = Shapes['DeskThread'];
export type FullDeskThread = Shapes['FullDeskThread'];
export type DeskEntry = Shapes['DeskEntry'];
export type PaymentLogo = Shapes['PaymentLogo'];
export type Complaint = Shapes['Complaint'];
export type FullComplaint = Shapes['FullComplaint'];

export type SlipRequest = Sent<'/api/slips'>;
export type Placed = Shapes['Placed'];
export type Receipt = Shapes['Receipt'];
export type Slip = Shapes['Slip'];
export type SlipState = Slip['state'];
export type SlipSelection = Slip['selections'][number];
export type SlipProof = Shapes['SlipProof'];

/** RFC 9457 problem document: every answer that is not the one asked for. The apps put `code` into words. */
export type ProblemDocument = Shapes['Problem'];

export type VideoAccess = Shapes['VideoAccess'];
export type VideoLock = Shapes['VideoLock'];
export type VideoCard = Shapes['VideoCard'];
export type Video = Shapes['Video'];
export type VideoClass = ItemOf<Read<'/api/video-classes'>>;
export type FeaturedVideos = Read<'/api/videos/featured'>;
export type Watching = Shapes['Watching'];
export type VideoPurchase = Made<'/api/videos/{id}/purchases'>;
export type WatchedVideo = ItemOf<Read<'/api/me/video-history'>>;
export type LaterVideo = ItemOf<Read<'/api/me/watch-later'>>;
export type VideoChoices = Read<'/api/me/video-choices'>;

export type City = Shapes['City'];
export type Host = Shapes['Host'];
export type HostService = Host['services'][number];
export type Guide = Read<'/api/guide'>;
export type HostReport = Shapes['HostReport'];
export type Booking = Shapes['Booking'];
export type BookingForm = Sent<'/api/hosts/{id}/bookings'>;
export type HostReportForm = Sent<'/api/hosts/{id}/reports'>;
/** A host's own, by the private link. */
export type HostProfile = Shapes['HostProfile'];
