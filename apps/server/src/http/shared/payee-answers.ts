import type { z } from 'zod';
import type { PayeeRow } from '../../payments/payees/payees.ts';
import type { PayeeAnswer } from './wallet-shapes.ts';

export function answerPayee(row: PayeeRow): z.infer<typeof PayeeAnswer> {
  return {
    id: row.id,
    kind: row.kind,
    bankCode: row.bankCode,
    bankName: row.bankName,
    holder: row.holder,
    masked: row.masked,
    brand: row.brand,
    phone: row.phoneMasked,
    boundAtMs: row.boundAt.getTime(),
    activeAtMs: row.activeAt.getTime(),
  };
}
