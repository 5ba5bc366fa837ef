/** The play-money house that `npm start` opens with. Money is minor units: 100 are one credit. */
export const PLAY_HOUSE = {
  name: 'Tercet',
  origin: 'play.tercet.example/book',
  mode: 'play',
  currency: 'PLAY',
  exponent: 2,
  locale: 'en',
  startingCredits: 1_000_000n,
  supportHours: '24/7',
} as const;

/** Limits for play credits. A day is the last 24 hours for deposits and a UTC day for withdrawals. */
export const PLAY_RULE = {
  withdrawalMin: 1_000n,
  withdrawalMax: 5_000_000n,
  withdrawalsPerDay: 3,
  reviewFrom: 500_000n,
  twoPeopleFrom: 2_000_000n,
  topUpMin: 1_000n,
  topUpMax: 5_000_000n,
  topUpDayMax: 10_000_000n,
  usualSeconds: 300,
  fastestSeconds: 120,
} as const;

export const CLASSES = [
  { id: 1, key: 'swift', name: 'Swift', position: 1 },
  { id: 2, key: 'steady', name: 'Steady', position: 2 },
  { id: 3, key: 'grand', name: 'Grand', position: 3 },
  { id: 4, key: 'sic-bo', name: 'Sic Bo', position: 4 },
] as const;

export interface LotteryPlan {
  id: number;
  key: string;
  classId: number;
  name: string;
  description: string;
  icon: string;
  periodSeconds: number;
  hot: boolean;
  minBalance: bigint;
  /** `sic-bo`: all 54 bets. Without it: bets on the sum. */
  layout?: 'sic-bo';
}

export const LOTTERIES: readonly LotteryPlan[] = [
  {
    id: 1,
    key: 'dice-30',
    classId: 1,
    name: 'Half Minute',
    description: 'Three dice, every 30 seconds',
    icon: 'swift',
    periodSeconds: 30,
    hot: true,
    minBalance: 0n,
  },
  {
    id: 2,
    key: 'dice-60',
    classId: 1,
    name: 'Minute',
    description: 'Three dice, every minute',
    icon: 'steady',
    periodSeconds: 60,
    hot: true,
    minBalance: 0n,
  },
  {
    id: 3,
    key: 'dice-180',
    classId: 2,
    name: 'Three Minutes',
    description: 'Three dice, every three minutes',
    icon: 'slow',
    periodSeconds: 180,
    hot: true,
    minBalance: 0n,
  },
  {
    id: 4,
    key: 'dice-300',
    classId: 3,
    name: 'Grand Table',
    description: 'Every five minutes, from a balance of 500',
    icon: 'grand',
    periodSeconds: 300,
    hot: true,
    minBalance: 50_000n,
  },
  {
    id: 6,
    key: 'sicbo-60',
    classId: 4,
    name: 'Sic Bo Minute',
    description: 'Numbers, pairs and triples too, every minute',
    icon: 'steady',
    periodSeconds: 60,
    hot: false,
    minBalance: 0n,
    layout: 'sic-bo',
  },
  {
    id: 7,
    key: 'sicbo-180',
    classId: 4,
    name: 'Sic Bo Three Minutes',
    description: 'Numbers, pairs and triples too, every three minutes',
    icon: 'slow',
    periodSeconds: 180,
    hot: false,
    minBalance: 0n,
    layout: 'sic-bo',
  },
];

/** The slow table of `seed season`. */
export const SEASON_LOTTERY: LotteryPlan = {
  id: 5,
  key: 'dice-10800',
  classId: 2,
  name: 'Watch',
  description: 'Eight draws a day, one each three hours',
  icon: 'day',
  periodSeconds: 10_800,
  hot: false,
  minBalance: 0n,
};

/** Limits of every table. The caps bound the house's loss to one member and to all members in a period. */
export const LIMITS = {
  stakeMin: 100n,
  stakeMax: 100_000n,
  slipMax: 500_000n,
  memberCap: 25_000_000n,
  periodCap: 1_000_000_000n,
} as const;

/** Seed odds are fair odds times 0.96. */
export const RETURN = { num: 96, den: 100 } as const;

/** What `n1` to `n6` pay for one, two and three dice, in 1/10,000: together 95.83%. */
export const NUMBER_PAYS = ['20000', '30000', '120000'] as const;

export const DEMO_MEMBERS = [
  { userName: 'mira', password: 'mira-plays-fair', birthDate: '1990-04-12' },
  { userName: 'tomas', password: 'tomas-counts-twice', birthDate: '1985-11-03' },
  { userName: 'aiko', password: 'aiko-checks-draws', birthDate: '1993-07-21' },
] as const;

/** Banks for payouts. They are fictional: play credits leave no house. */
export const BANKS = [
  { code: 'steppe', name: 'Steppe Bank', country: 'MN' },
  { code: 'orkhon', name: 'Orkhon Savings', country: 'MN' },
  { code: 'pamir', name: 'Pamir Bank', country: 'TJ' },
  { code: 'creek', name: 'Creek Commercial Bank', country: 'AE' },
  { code: 'hangang', name: 'Hangang Bank', country: 'KR' },
  { code: 'masis', name: 'Masis Bank', country: 'AM' },
  { code: 'red-river', name: 'Red River Bank', country: 'VN' },
  { code: 'kinabalu', name: 'Kinabalu Bank', country: 'MY' },
  { code: 'chao-phraya', name: 'Chao Phraya Bank', country: 'TH' },
  { code: 'yushan', name: 'Yushan Bank', country: 'TW' },
  { code: 'hakone', name: 'Hakone Bank', country: 'JP' },
  { code: 'ebro', name: 'Banco del Ebro', country: 'ES' },
  { code: 'elbe', name: 'Elbe-Bank', country: 'DE' },
] as const;

export const DEMO_STAFF = [
  { name: 'finn', role: 'finance', password: 'finn-pays-promptly' },
  { name: 'greta', role: 'finance', password: 'greta-looks-again' },
  { name: 'sara', role: 'support', password: 'sara-explains-it' },
  { name: 'cora', role: 'content', password: 'cora-words-it-well' },
  { name: 'ada', role: 'auditor', password: 'ada-reads-it-all' },
  { name: 'olga', role: 'owner', password: 'olga-keeps-the-keys' },
] as const;

/** `{beacon}` is replaced by the sentence for the beacon in use. */
export const BANNERS = [
  {
    title: 'Check every draw yourself',
    body: '{beacon} Your phone does the sums.',
    link: '/Verify',
    made: 'made-6',
  },
  {
    title: 'The book is open',
    body: 'Every table, seal and draw stands in the public book, in the order it was written.',
    link: '/Book',
    made: 'made-2',
  },
] as const;

/** Logos of payment methods. The sandbox simulates them all. */
export const PAYMENT_LOGOS = [
  { name: 'Sandbox Card', made: 'card' },
  { name: 'Sandbox Bank', made: 'bank' },
  { name: 'Sandbox Wallet', made: 'wallet' },
] as const;

/** In English; `house-words.ts` has the other languages. The newest comes last. */
export const NOTICES = [
  {
    title: 'Bets are sealed before each draw. Each receipt proves yours.',
    text: 'See the proof of any draw.',
  },
  {
    title: 'Play credits are free and without value; what takes and pays them only pretends.',
    text: 'This is a play-money house.',
  },
] as const;
