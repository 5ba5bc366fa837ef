import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { dayDrawsRoute } from './day-draws.ts';
import { listConsoleLotteriesRoute } from './lotteries.ts';
import { previewTableRoute } from './preview-table.ts';
import { proposeTableRoute } from './propose-table.ts';
import { showLotteryRoute } from './show-lottery.ts';

/** Staff routes of lotteries, odds tables and the draws of a day. */
export const CONSOLE_LOTTERY_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'staff'>>[] = [
  listConsoleLotteriesRoute,
  showLotteryRoute,
  previewTableRoute,
  proposeTableRoute,
  dayDrawsRoute,
];
