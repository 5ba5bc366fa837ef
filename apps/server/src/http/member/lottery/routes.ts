import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { abandonSlipRoute } from './abandon-slip.ts';
import { listDrawsRoute, listLotteriesRoute, lotteryClassesRoute, readLotteryRoute } from './lotteries.ts';
import { offerSignatureRoute } from './offer-signature.ts';
import { placeSlipRoute } from './place-slip.ts';
import { settledDrawsRoute } from './settled-draws.ts';
import { listSlipsRoute, readReceiptRoute, readSlipRoute, slipProofRoute } from './slips.ts';

/** Routes of lotteries, their draws and a member’s bets. */
export const LOTTERY_ROUTES: readonly AddRoute<
  Pick<MemberDeps, 'db' | 'catalogue' | 'slips' | 'receiptKeys' | 'signer' | 'onBalance'>
>[] = [
  lotteryClassesRoute,
  listLotteriesRoute,
  readLotteryRoute,
  listDrawsRoute,
  offerSignatureRoute,
  placeSlipRoute,
  listSlipsRoute,
  readSlipRoute,
  slipProofRoute,
  readReceiptRoute,
  abandonSlipRoute,
  settledDrawsRoute,
];
