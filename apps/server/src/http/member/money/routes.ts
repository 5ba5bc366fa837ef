import { startPrinter } from '../../../statement/pdf-printer.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { acknowledgeFundsRoute } from './acknowledge-funds.ts';
import { banksRoute } from './banks.ts';
import { bindPayeeRoute } from './bind-payee.ts';
import { cancelFinanceResetRoute } from './cancel-finance-reset.ts';
import { cancelNextPayeeRoute } from './cancel-next-payee.ts';
import type { DocumentDeps } from './deps.ts';
import { openCardFieldRoute } from './open-card-field.ts';
import { paymentLogosRoute, readPaymentLogoPictureRoute } from './payment-logos.ts';
import { receiptPdfRoute } from './receipt-pdf.ts';
import { reportRoute } from './report.ts';
import { setFinancePasswordRoute } from './set-finance-password.ts';
import { startTopUpRoute } from './start-top-up.ts';
import { statementRoute } from './statement.ts';
import { statementCsvRoute } from './statement-csv.ts';
import { statementPdfRoute } from './statement-pdf.ts';
import { listTopUpsRoute, readTopUpRoute } from './top-ups.ts';
import { walletRoute } from './wallet.ts';
import { withdrawRoute } from './withdraw.ts';
import { listWithdrawalsRoute, readWithdrawalRoute } from './withdrawals.ts';

/** Starts the PDF printer, which stops with the server, and the limits of file exports. */
export function openPapers(http: Http, { nowMs }: Pick<MemberDeps, 'nowMs'>): Pick<DocumentDeps, 'printer' | 'limits'> {
  const printer = startPrinter();
  http.addHook('onClose', () => printer.stop());
  return { printer, limits: createExportLimits({ nowMs }) };
}

type WalletDeps = Pick<MemberDeps, 'db' | 'members' | 'payments' | 'security' | 'register'>;

/** Routes of the wallet, the finance password, the payee, top-ups and withdrawals. */
export const WALLET_ROUTES: readonly AddRoute<WalletDeps>[] = [
  paymentLogosRoute,
  readPaymentLogoPictureRoute,
  setFinancePasswordRoute,
  cancelFinanceResetRoute,
  banksRoute,
  openCardFieldRoute,
  bindPayeeRoute,
  cancelNextPayeeRoute,
  walletRoute,
  acknowledgeFundsRoute,
  startTopUpRoute,
  listTopUpsRoute,
  readTopUpRoute,
  withdrawRoute,
  listWithdrawalsRoute,
  readWithdrawalRoute,
];

/** Routes of the statement, on the screen and as files. */
export const STATEMENT_ROUTES: readonly AddRoute<DocumentDeps>[] = [
  statementRoute,
  statementCsvRoute,
  statementPdfRoute,
  receiptPdfRoute,
  reportRoute,
];
