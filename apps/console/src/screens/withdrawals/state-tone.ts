import type { Withdrawal } from '../../api/money/withdrawals.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export const STATE_TONE: Record<Withdrawal['state'], Tone> = {
  'in-review': 'wait',
  approved: 'quiet',
  sent: 'quiet',
  paid: 'good',
  refused: 'bad',
  failed: 'bad',
  returned: 'bad',
};
