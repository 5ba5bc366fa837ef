/** The key of every cached answer. Live updates and screens meet here. */
export const keys = {
  house: ['house'] as const,
  houseTables: ['house-tables'] as const,
  houseHolds: ['house-holds'] as const,
  houseFilms: ['house-films'] as const,
  me: ['me'] as const,
  /** True after a session ended by itself: sign-in then says so. */
  sessionEnded: ['session-ended'] as const,
  /** The place in the history at which the member signed out himself: from there the way leads to Mine. */
  leftAt: ['left-at'] as const,
  classes: ['classes'] as const,
  lotteries: (ask: { class?: string; hot?: boolean }) => ['lotteries', ask] as const,
  allLotteries: ['lotteries'] as const,
  lottery: (key: string) => ['lottery', key] as const,
  draws: (key: string) => ['draws', key] as const,
  draw: (drawId: string) => ['draw', drawId] as const,
  /** What this phone found when it checked a draw. */
  check: (drawId: string) => ['check', drawId] as const,
  slips: (status: string | null) => ['slips', status ?? 'all'] as const,
  allSlips: ['slips'] as const,
  /** Placed on this page, and nothing heard of since. */
  openSlips: (memberId: string) => ['open-slips', memberId] as const,
  /** How many settled draws the member had a bet on. */
  settledDraws: ['settled-draws'] as const,
  slip: (id: string) => ['slip', id] as const,
  slipProof: (id: string) => ['slip-proof', id] as const,
  statement: ['statement'] as const,
  statementOf: (filter: object) => ['statement', filter] as const,
  report: (span: object) => ['report', span] as const,
  allReports: ['report'] as const,
  withdrawals: (state: string | null) => ['withdrawals', state ?? 'all'] as const,
  allWithdrawals: ['withdrawals'] as const,
  withdrawal: (id: string) => ['withdrawal', id] as const,
  messages: ['messages'] as const,
  acts: ['acts'] as const,
  wallet: ['wallet'] as const,
  topUps: (state: string | null) => ['top-ups', state ?? 'all'] as const,
  allTopUps: ['top-ups'] as const,
  topUp: (id: string) => ['top-up', id] as const,
  /** Name, sex, finance password, and where payouts go. */
  person: ['person'] as const,
  /** Whether the house knows who he is. */
  identity: ['identity'] as const,
  /** Where the member is signed in. */
  sessions: ['sessions'] as const,
  consents: ['consents'] as const,
  retention: ['retention'] as const,
  notices: ['notices'] as const,
  banks: ['banks'] as const,
  limits: ['limits'] as const,
  /** The play session: since when, and what came of it. */
  play: ['play'] as const,
  helpOrganisations: ['help-organisations'] as const,
  cardField: (round: number) => ['card-field', round] as const,
  invites: ['invites'] as const,
  /** Questions about bets: all of them, or those about one. */
  complaints: (slipId: string | null) => ['complaints', slipId ?? 'all'] as const,
  allComplaints: ['complaints'] as const,
  book: (type: string | null) => ['book', type ?? 'all'] as const,
  agreement: (locale: string) => ['agreement', locale] as const,
  videoClasses: ['video-classes'] as const,
  videos: (ask: { class: string | null; search: string }) => ['videos', ask] as const,
  allVideos: ['videos'] as const,
  featuredVideos: ['featured-videos'] as const,
  video: (id: string) => ['video', id] as const,
  anyVideo: ['video'] as const,
  relatedVideos: (id: string) => ['related-videos', id] as const,
  anyRelated: ['related-videos'] as const,
  /** The leave to fetch a film's files. */
  watching: (id: string) => ['watching', id] as const,
  anyWatching: ['watching'] as const,
  videoHistory: ['video-history'] as const,
  videoChoices: ['video-choices'] as const,
  /** All of the city guide. */
  directory: ['directory'] as const,
  cities: (search: string) => ['directory', 'cities', search] as const,
  allCities: ['directory', 'cities'] as const,
  guide: ['directory', 'guide'] as const,
  /** Lists of hosts and single ones: whatever shows any of them. */
  anyHost: ['directory', 'hosts'] as const,
  allHosts: ['directory', 'hosts', 'of'] as const,
  hosts: (ask: object) => ['directory', 'hosts', 'of', ask] as const,
  host: (id: string) => ['directory', 'hosts', 'one', id] as const,
  hostReports: ['host-reports'] as const,
  /** By a private link, counted by how many this page was opened with: the link itself is no key. */
  ownProfile: (link: number) => ['own-profile', link] as const,
  ownPicture: (link: number, id: string) => ['own-profile', link, 'picture', id] as const,
};
