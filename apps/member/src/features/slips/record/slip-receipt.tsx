import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { slipProofQuery } from '../../../api/lottery/slips.ts';
import type { Slip } from '../../../api/shared/types.ts';
import { ReceiptButton } from '../../receipts/receipt-sheet.tsx';
import { keepReceipt } from '../../receipts/receipt-store.ts';
import { isReceipt } from '../../receipts/receipt-text.ts';
import { useSavedReceipt } from '../../receipts/use-saved-receipt.ts';
import { useSession } from '../../session/use-session.ts';

/** The receipt of a bet, from this phone or else from the house; the latter is then stored. */
export function SlipReceipt({ slip }: { slip: Slip }) {
  const memberId = useSession().me?.id;
  const saved = useSavedReceipt(slip.id);
  const answered = useQuery(slipProofQuery(slip.id)).data?.receipt;
  const given = isReceipt(answered) ? answered : undefined;
  useEffect(() => {
    if (saved === null && given !== undefined && memberId !== undefined) {
      void keepReceipt(memberId, { slip, receipt: given });
    }
  }, [saved, given, memberId, slip]);
  const receipt = saved?.placed.receipt ?? given;
  return receipt === undefined ? null : <ReceiptButton wide placed={{ slip, receipt }} />;
}
