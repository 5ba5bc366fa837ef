/** Examples of the API document. A test checks each against its schema. */

interface Example {
  request?: unknown;
  /** The answer of the first call, with status 200 or 201. */
  response?: unknown;
}

const SLIP_ID = '01910f60-6c00-7000-8000-2f5d3c1a9e44';
const KEY_64 = '5a'.repeat(32);

const PENDING = {
  id: SLIP_ID,
  drawId: 'dice-60/29310511',
  lotteryKey: 'dice-60',
  lotteryName: 'Dice 60',
  icon: 'dice',
  period: 29_310_511,
  placedAtMs: 1_758_630_633_120,
  selections: [
    {
      bet: 'big',
      stakeMinor: '100',
      multiplier: 19_600,
      multipliers: [19_600],
      won: null,
      payoutMinor: null,
    },
  ],
  totalMinor: '100',
  state: 'pending',
  payoutMinor: null,
  dice: null,
  settledAtMs: null,
};

const SETTLED = {
  ...PENDING,
  selections: PENDING.selections.map((selection) => ({ ...selection, won: true, payoutMinor: '196' })),
  state: 'won',
  payoutMinor: '196',
  dice: [6, 5, 2],
  settledAtMs: 1_758_630_675_480,
};

const PROBLEM = {
  type: 'urn:tercet:problem:stake-too-small',
  title: 'stake-too-small',
  status: 422,
  code: 'stake-too-small',
  instance: 'urn:uuid:0199752e-8a10-7d1c-9c55-1f2a3b4c5d6e',
  params: { bet: 'big', minMinor: '100' },
};

const OPERATIONS: Record<string, Example> = {
  signIn: { request: { userName: 'mira', password: 'mira-plays-fair' } },
  placeSlip: {
    request: {
      drawId: PENDING.drawId,
      tableHash: KEY_64,
      selections: [{ bet: 'big', stakeMinor: '100' }],
    },
    response: {
      slip: PENDING,
      receipt: {
        leafData: '0001',
        signature: '5a'.repeat(64),
        publicKey: KEY_64,
        userName: 'mira',
        salt: '5a'.repeat(16),
      },
      availableMinor: '99900',
    },
  },
  getSlip: { response: SETTLED },
  listSlips: { response: { items: [SETTLED], nextCursor: null, total: 1 } },
  getClock: { response: { nowMs: 1_758_630_633_120 } },
  requestWithdrawal: { request: { amountMinor: '5000', financePassword: '4821' } },
  startTopUp: { request: { amountMinor: '10000' } },
  setMyLimit: { request: { kind: 'stake-day', value: '20000' } },
  signInToConsole: { request: { name: 'olga', password: 'a-long-password', code: '123456' } },
};

export const EXAMPLES: { problem: unknown; operations: Readonly<Record<string, Example>> } = {
  problem: PROBLEM,
  operations: OPERATIONS,
};
