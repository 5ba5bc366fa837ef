import type { DiceValues, Minor, SlipState } from '../shared/types.ts';

export interface SettledSlip {
  slipId: string;
  drawId: string;
  state: SlipState;
  payoutMinor: Minor | null;
}

/** The messages of `/api/stream`, by the name of their event. */
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
  /** Without `heldMinor` what is held has not changed. */
  | { type: 'balance'; availableMinor: Minor; heldMinor?: Minor; slipsSettled: SettledSlip[] }
  /** The member was told of something; `unread` counts what he has not read. */
  | { type: 'message'; unread: number }
  /** Something happened in a talk of the member's with the desk; `missed`: nobody knows what, or in which. */
  | { type: 'desk'; what: 'missed' }
  | { type: 'desk'; what: 'entry' | 'read' | 'closed' | 'typing'; threadId: string; by: 'member' | 'house' }
  /** A host is shown otherwise now, or no more; null: any may be, as something was missed. */
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

/** Reads one message; null for one that this version of the app does not know or cannot read. */
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
