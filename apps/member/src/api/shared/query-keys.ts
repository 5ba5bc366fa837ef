/** The keys of all cached queries, shared by screens and live updates. */
export const keys = {
  house: ['house'] as const,
  houseTables: ['house-tables'] as const,
  houseHolds: ['house-holds'] as const,
  houseFilms: ['house-films'] as const,
  privacy: (locale: string) => ['privacy', locale] as const,
  playSafe: (locale: string) => ['play-safe', locale] as const,
  me: ['me'] as const,
  /** True after a session ended without a sign-out; the sign-in screen says so. */
  sessionEnded: ['session-ended'] as const,
  /** History entry at which the member signed out. There `MemberOnly` opens Mine instead of the sign-in screen. */
  leftAt: ['left-at'] as const,
  classes: ['classes'] as const,
  lotteries: (ask: { class?: string }) => ['lotteries', ask] as const,
  allLotteries: ['lotteries'] as const,
  lottery: (key: string) => ['lottery', key] as const,
  anyLottery: ['lottery'] as const,
  draws: (key: string) => ['draws', key] as const,
  draw: (drawId: string) => ['draw', drawId] as const,
  /** Result of this phone's check of a draw. */
  check: (drawId: string) => ['check', drawId] as const,
  slips: (status: string | null, days: object) => ['slips', status ?? 'all', days] as const,
  /** The member's slips of one table. */
  myBets: (lotteryKey: string) => ['slips', 'of', lotteryKey] as const,
  /** Own slips of one table, beside its past draws. */
  myResults: (lotteryKey: string) => ['slips', 'results', lotteryKey] as const,
  /** Own slips that wait for their draw. */
  openBets: ['slips', 'open'] as const,
  /** Lists of slips in pages: an event of the stream changes them all. */
  allSlips: ['slips'] as const,
  /** Slips placed on this page without news since. */
  openSlips: (memberId: string) => ['open-slips', memberId] as const,
  /** Number of settled draws that the member bet on. */
  settledDraws: ['settled-draws'] as const,
  slip: (id: string) => ['slip', id] as const,
  slipProof: (id: string) => ['slip-proof', id] as const,
  statement: ['statement'] as const,
  statementOf: (filter: object) => ['statement', filter] as const,
  report: (span: object) => ['report', span] as const,
  allReports: ['report'] as const,
  withdrawals: (state: string | null, days: object) => ['withdrawals', state ?? 'all', days] as const,
  allWithdrawals: ['withdrawals'] as const,
  withdrawal: (id: string) => ['withdrawal', id] as const,
  messages: ['messages'] as const,
  messagesOf: (filter: string | null) => ['messages', filter ?? 'all'] as const,
  pushSettings: ['push-settings'] as const,
  acts: ['acts'] as const,
  wallet: ['wallet'] as const,
  topUps: (state: string | null, days: object) => ['top-ups', state ?? 'all', days] as const,
  allTopUps: ['top-ups'] as const,
  topUp: (id: string) => ['top-up', id] as const,
  /** Name, sex, finance password and payee. */
  person: ['person'] as const,
  /** State of the identity check. */
  identity: ['identity'] as const,
  /** The member's sessions. */
  sessions: ['sessions'] as const,
  /** Open requests for a new password of the member's account. */
  recoveries: ['recoveries'] as const,
  recoveryCodes: ['recovery-codes'] as const,
  /** A visitor's conversation, by its number. */
  visitorThread: (number: string) => ['visitor-thread', number] as const,
  consents: ['consents'] as const,
  retention: ['retention'] as const,
  notices: ['notices'] as const,
  banks: ['banks'] as const,
  limits: ['limits'] as const,
  playSigns: ['play-signs'] as const,
  /** Start and result of the play session. */
  play: ['play'] as const,
  helpOrganisations: ['help-organisations'] as const,
  cardField: (round: number) => ['card-field', round] as const,
  invites: ['invites'] as const,
  /** Complaints about bets: all of them, or those about one slip. */
  complaints: (slipId: string | null) => ['complaints', slipId ?? 'all'] as const,
  allComplaints: ['complaints'] as const,
  threads: ['threads'] as const,
  foundThreads: (search: string) => ['threads', 'found', search] as const,
  answerTime: ['answer-time'] as const,
  commonQuestions: ['common-questions'] as const,
  threadsUnread: ['threads-unread'] as const,
  thread: (id: string) => ['thread', id] as const,
  anyThread: ['thread'] as const,
  paymentLogos: ['payment-logos'] as const,
  book: (type: string | null) => ['book', type ?? 'all'] as const,
  agreement: (locale: string) => ['agreement', locale] as const,
  videoClasses: ['video-classes'] as const,
  videos: (ask: { class: string | null; search: string; sort: string; included: boolean }) => ['videos', ask] as const,
  allVideos: ['videos'] as const,
  featuredVideos: ['featured-videos'] as const,
  video: (id: string) => ['video', id] as const,
  anyVideo: ['video'] as const,
  relatedVideos: (id: string) => ['related-videos', id] as const,
  anyRelated: ['related-videos'] as const,
  /** The grant to fetch a film's files. */
  watching: (id: string) => ['watching', id] as const,
  anyWatching: ['watching'] as const,
  videoHistory: ['video-history'] as const,
  /** A part of the watch history, so that its changes refetch this too. */
  unfinishedVideos: ['video-history', 'unfinished'] as const,
  watchLater: ['watch-later'] as const,
  videoChoices: ['video-choices'] as const,
  /** The whole city guide. */
  directory: ['directory'] as const,
  cities: (search: string) => ['directory', 'cities', search] as const,
  allCities: ['directory', 'cities'] as const,
  guide: ['directory', 'guide'] as const,
  /** All queries that show hosts. */
  anyHost: ['directory', 'hosts'] as const,
  allHosts: ['directory', 'hosts', 'of'] as const,
  hosts: (ask: object) => ['directory', 'hosts', 'of', ask] as const,
  host: (id: string) => ['directory', 'hosts', 'one', id] as const,
  /** Under the hosts: requests end when a host disappears. */
  allBookings: ['directory', 'hosts', 'bookings'] as const,
  bookings: ['directory', 'hosts', 'bookings', 'all'] as const,
  /** `lastAtMs` of the conversation, which goes up with each act. */
  bookingOf: (threadId: string, lastAtMs: number) => ['directory', 'hosts', 'bookings', threadId, lastAtMs] as const,
  favouriteHosts: ['directory', 'hosts', 'favourites'] as const,
  hostReports: ['host-reports'] as const,
  formalComplaints: ['formal-complaints'] as const,
  casesOf: (kind: string) => ['formal-complaints', 'of', kind] as const,
  formalComplaint: (id: string) => ['formal-complaints', id] as const,
  /**
   * Profile of a private link. The key is a counter of links opened on this page, so that it does not contain the link.
   */
  myProfile: (link: number) => ['own-profile', link] as const,
  myPicture: (link: number, id: string) => ['own-profile', link, 'picture', id] as const,
};
