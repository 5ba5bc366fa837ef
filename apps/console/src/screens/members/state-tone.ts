import type { MemberLine } from '../../api/members/members.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export const STATE_TONE: Record<MemberLine['state'], Tone> = {
  active: 'good',
  suspended: 'bad',
  closing: 'wait',
  closed: 'quiet',
};
