import type { QueryClient } from '@tanstack/react-query';
import { type Step, slipLeafData, toHex } from '@tercet/fair';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverClock } from '../../api/shared/clock.ts';
import { Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { runProof } from '../proof/run-proof.ts';
import { findInSeal } from './inclusion.ts';
import type { SavedReceipt } from './saved-receipt.ts';

vi.mock('../proof/run-proof.ts', () => ({ runProof: vi.fn() }));
vi.mock('../../api/lottery/book.ts', () => ({ sealedLeaves: async () => ['aa', 'bb'] }));

const LOCK = 1784592660;
const ROUND_TIME = LOCK + 9;
const SLIP_ID = '00010203-0405-0607-0809-0a0b0c0d0e0f';
const DRAW_ID = 'dice-60/29743211';

const leafData = toHex(
  slipLeafData({
    origin: 'example.org/tercet',
    drawId: DRAW_ID,
    slipId: SLIP_ID,
    commitment: 'c3'.repeat(32),
    tableHash: '5a'.repeat(32),
    round: 30596436,
    tLock: LOCK,
    acceptedMs: LOCK * 1000 - 5000,
    selections: [{ bet: 'big', stakeMinor: 250n }],
  }),
);
const receipt = {
  leafData,
  signature: '0a'.repeat(64),
  publicKey: '0b'.repeat(32),
  userName: 'mira',
  salt: '07'.repeat(32),
};
const slip = {
  id: SLIP_ID,
  drawId: DRAW_ID,
  placedAtMs: LOCK * 1000 - 5000,
  totalMinor: '250',
  selections: [{ bet: 'big' as const, stakeMinor: '250' }],
};
const saved = { slipId: SLIP_ID, memberId: 'mira', placed: { slip, receipt } } as SavedReceipt;
const entry = { seq: 1, type: 'seal', hash: '', body: '', atMs: 0 };
const draw = { drawId: DRAW_ID, root: 'ee', entries: { seal: entry, void: null, draw: null } };
const answer = { receipt: { ...receipt, salt: 'ff'.repeat(32) }, index: 0, count: 2, proof: ['dd'], draw };

const SCHEDULE: Step = { id: 'schedule', state: 'ok', reason: null, values: { roundTime: String(ROUND_TIME) } };
const stepOf = (id: Step['id'], state: Step['state']): Step => ({ id, state, reason: null, values: {} });

/** A client with stubbed answers of the house. An Error is thrown. */
function phone(answers: { proof?: unknown; draw?: unknown }): QueryClient {
  return {
    async fetchQuery({ queryKey: [first] }: { queryKey: readonly string[] }) {
      const body =
        first === keys.house[0]
          ? { book: { origin: 'example.org/tercet' } }
          : first === 'slip-proof'
            ? (answers.proof ?? answer)
            : answers.draw;
      if (body instanceof Error) throw body;
      return body;
    },
  } as unknown as QueryClient;
}

function finds(steps: Step[], verdict = 'pending'): void {
  vi.mocked(runProof).mockResolvedValue({
    verdict,
    houseRun: true,
    steps,
    missing: [],
    found: { slip: null },
  } as never);
}

beforeEach(() => {
  vi.setSystemTime(ROUND_TIME * 1000 - 1);
  vi.spyOn(serverClock, 'now').mockReturnValue(ROUND_TIME * 1000 - 1);
  vi.mocked(runProof).mockReset();
});

describe('a kept receipt in the seal of its period', () => {
  it('is checked as it was stored, whatever receipt the house shows now', async () => {
    finds([SCHEDULE, stepOf('inclusion', 'ok')]);
    const found = await findInSeal(phone({}), saved);
    expect(found).toMatchObject({ verdict: 'included', beforeRound: true, failed: null, proof: { receipt, count: 2 } });
    expect(vi.mocked(runProof).mock.calls[0]?.[0]).toMatchObject({ kind: 'slip', proof: { receipt } });
  });

  it.each([
    ['the phone', () => vi.setSystemTime(ROUND_TIME * 1000)],
    ['the club', () => vi.mocked(serverClock.now).mockReturnValue(ROUND_TIME * 1000)],
  ])('counts as found before the round only if the clock of %s agrees', async (_whose, setLate) => {
    setLate();
    finds([SCHEDULE, stepOf('inclusion', 'ok')]);
    expect(await findInSeal(phone({}), saved)).toMatchObject({ verdict: 'included', beforeRound: false });
  });

  it('is broken by any step that does not hold', async () => {
    finds([SCHEDULE, stepOf('receipt', 'refuted'), stepOf('inclusion', 'ok')], 'breach');
    expect(await findInSeal(phone({}), saved)).toMatchObject({ verdict: 'breach', failed: 'receipt' });
  });

  it.each([
    ['another stake', { selections: [{ bet: 'big' as const, stakeMinor: '2500' }] }],
    ['another bet', { selections: [{ bet: 'small' as const, stakeMinor: '250' }] }],
    ['one bet more', { selections: [...slip.selections, { bet: 'odd' as const, stakeMinor: '1' }] }],
    ['another draw', { drawId: 'dice-60/29743212' }],
  ])('is broken if the house had shown %s than it signed', async (_what, shown) => {
    finds([SCHEDULE, stepOf('inclusion', 'ok')]);
    const other = { ...saved, placed: { receipt, slip: { ...slip, ...shown } } };
    expect(await findInSeal(phone({}), other)).toMatchObject({ verdict: 'breach', failed: 'other-slip' });
  });

  it('has no seal to be in if the period was cancelled', async () => {
    finds([SCHEDULE, stepOf('inclusion', 'open')], 'void');
    const off = { ...answer, draw: { ...draw, entries: { seal: null, void: entry, draw: null } } };
    expect(await findInSeal(phone({ proof: off }), saved)).toMatchObject({ verdict: 'void' });
  });

  it('is pending until there is a seal and a verdict about it', async () => {
    const open = { ...answer, draw: { ...draw, entries: { seal: null, void: null, draw: null } } };
    expect(await findInSeal(phone({ proof: open }), saved)).toBeNull();
    expect(runProof).not.toHaveBeenCalled();
    finds([SCHEDULE, stepOf('inclusion', 'open')]);
    expect(await findInSeal(phone({}), saved)).toBeNull();
  });

  it('of a slip that the house denies is searched in the public hashes', async () => {
    finds([SCHEDULE, stepOf('inclusion', 'refuted')], 'breach');
    const denied = phone({ proof: new Problem('receipt-not-found', 404), draw });
    expect(await findInSeal(denied, saved)).toMatchObject({ verdict: 'breach', failed: 'inclusion' });
    expect(vi.mocked(runProof).mock.calls[0]?.[0]).toMatchObject({
      kind: 'receipt',
      receipt,
      options: { leafHashes: ['aa', 'bb'] },
    });
  });

  it('gives no verdict if the house cannot be reached', async () => {
    await expect(findInSeal(phone({ proof: new Problem('offline', 0) }), saved)).rejects.toThrow('offline');
  });
});
