import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { changeLotteryClassRoute } from './change-class.ts';
import { createLotteryClassRoute } from './create-class.ts';
import { dayDrawsRoute } from './day-draws.ts';
import { listLotteryClassesRoute } from './list-classes.ts';
import { listStopsRoute } from './list-stops.ts';
import { listConsoleLotteriesRoute } from './lotteries.ts';
import { previewLotteryRoute } from './preview-lottery.ts';
import { previewTableRoute } from './preview-table.ts';
import { proposeLotteryRoute } from './propose-lottery.ts';
import { proposeRetirementRoute } from './propose-retirement.ts';
import { proposeStopEndRoute, proposeStopRoute } from './propose-stop.ts';
import { proposeTableRoute } from './propose-table.ts';
import { showLotteryRoute } from './show-lottery.ts';

/** Staff routes of lotteries, odds tables and the draws of a day. */
export const CONSOLE_LOTTERY_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'staff'>>[] = [
  listConsoleLotteriesRoute,
  showLotteryRoute,
  previewTableRoute,
  proposeTableRoute,
  previewLotteryRoute,
  proposeLotteryRoute,
  proposeRetirementRoute,
  listStopsRoute,
  proposeStopRoute,
  proposeStopEndRoute,
  listLotteryClassesRoute,
  createLotteryClassRoute,
  changeLotteryClassRoute,
  dayDrawsRoute,
];
