import type { Call } from './guide-calls.ts';

/** Calls of staff about lotteries, their classes and stops of betting. */
export const LOTTERY_CALLS: readonly Call[] = [
  ['get', '/api/console/lotteries', 'staff'],
  ['put', '/api/console/lotteries/{key}', 'staff'],
  ['post', '/api/console/lotteries/{key}/preview', 'staff'],
  ['post', '/api/console/lotteries/{key}/tables', 'staff'],
  ['post', '/api/console/lotteries/{key}/retirement', 'staff'],
  ['get', '/api/console/stops', 'staff'],
  ['post', '/api/console/stops', 'staff'],
  ['post', '/api/console/stops/end', 'staff'],
  ['post', '/api/console/lotteries', 'staff'],
  ['post', '/api/console/lotteries/preview', 'staff'],
  ['get', '/api/console/lottery-classes', 'staff'],
  ['post', '/api/console/lottery-classes', 'staff'],
  ['put', '/api/console/lottery-classes/{key}', 'staff'],
];
