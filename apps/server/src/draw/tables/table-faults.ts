import type { Bet } from '@tercet/fair';

/** Why a table may not be published. The console translates each code. */
export const TABLE_FAULTS = [
  'key',
  'period-length',
  'witness-keys',
  'stakes',
  'other-bets',
  'win-below-stake',
  'win-too-large',
  'out-of-band',
  'period-changed',
  'next-period-taken',
  'live-beacon',
  'live-witnesses',
  'witnesses-late',
  'book-late',
  'cap-below-win',
  'caps-crossed',
  'balance-out-of-reach',
  'stake-out-of-reach',
  'key-taken',
  'class-unknown',
  'no-table-yet',
  'retired',
] as const;

export interface TableFault {
  code: (typeof TABLE_FAULTS)[number];
  /** The bet with the fault. Null if the fault is the table's. */
  bet: Bet | null;
}

/** Thrown for invalid table rules. The message is for terminals and logs. */
export class TableRefused extends Error {
  readonly fault: TableFault;

  constructor(code: TableFault['code'], message: string, bet: Bet | null = null) {
    super(bet === null ? message : `${bet}: ${message}`);
    this.fault = { code, bet };
  }
}
