import type { DiceValues, Minor, SlipState } from '../shared/types.ts';

export interface SettledSlip {
  slipId: string;
  drawId: string;
  state: SlipState;
  payoutMinor: Minor | null;
}

/** Events of `/api/stream`, by name. */
export type StreamEvent =
  | {
      type: 'period';
      key: string;
      period: number;
      drawId: string;
      opensAtMs: number;
      locksAtMs: number;
      drawsAtMs: number;
    }
  | { type: 'sealed'; drawId: string; root: string; slipCount: number; sealedAtMs: number }
  | { type: 'drawn'; drawId: string; round: number; dice: DiceValues; signature: string; drawnAtMs: number }
  | { type: 'settled'; drawId: string }
  | { type: 'void'; drawId: string }
  | { type: 'late'; drawId: string }
  | { type: 'clock'; nowMs: number }
  /** Without `heldMinor`, the held amount has not changed. */
  | { type: 'balance'; availableMinor: Minor; heldMinor?: Minor; slipsSettled: SettledSlip[] }
  /** A new message; `unread` counts the unread ones. */
  | { type: 'message'; unread: number }
  /** A change in one of the member's threads; `missed`: events were lost, so any thread may have changed. */
  | { type: 'desk'; what: 'missed' }
  | { type: 'desk'; what: 'entry' | 'read' | 'closed' | 'typing'; threadId: string; by: 'member' | 'house' }
  /** A host changed or is no longer shown; null: events were lost, so any host may have changed. */
  | { type: 'host'; hostId: string | null }
  | { type: 'reset' };

export const STREAM_EVENT_TYPES = [
  'period',
  'sealed',
  'drawn',
  'settled',
  'void',
  'late',
  'clock',
  'balance',
  'message',
  'desk',
  'host',
  'reset',
] as const satisfies readonly StreamEvent['type'][];

/** Parses an event; null if it is malformed or this version of the app does not know it. */
export function readStreamEvent(type: string, data: string): StreamEvent | null {
  if (!(STREAM_EVENT_TYPES as readonly string[]).includes(type)) return null;
  if (type === 'reset') return { type: 'reset' };
  try {
    const body: unknown = JSON.parse(data);
    return typeof body === 'object' && body !== null ? ({ ...body, type } as StreamEvent) : null;
  } catch {
    return null;
  }
}
