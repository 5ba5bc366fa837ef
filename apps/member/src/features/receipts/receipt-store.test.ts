import type { Inclusion } from './saved-receipt.ts';
import 'fake-indexeddb/auto';
import { slipLeafData, toHex } from '@tercet/fair';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Slip, SlipProof } from '../../api/shared/types.ts';
import { onBreach, onKeptChange } from './receipt-events.ts';
import {
  countReceipts,
  countWaiting,
  dueReceipts,
  forgetReceipts,
  keepReceipt,
  nextDueMs,
  noteBundle,
  noteInclusion,
  receiptBreaches,
  savedReceipt,
  savedReceipts,
  savedSlipIds,
} from './receipt-store.ts';

const MIRA = 'member-mira';
const NOOR = 'member-noor';
const LOCK = 1784592660;

const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;

function placedOf(n: number, tLock = LOCK) {
  const drawId = `dice-60/${tLock / 60}`;
  const leaf = {
    origin: 'example.org/tercet',
    drawId,
    slipId: idOf(n),
    commitment: 'c3'.repeat(32),
    tableHash: '5a'.repeat(32),
    round: 30596436,
    tLock,
    acceptedMs: tLock * 1000 - 5000,
    selections: [{ bet: 'big' as const, stakeMinor: 250n }],
  };
  const slip = { id: idOf(n), drawId, placedAtMs: leaf.acceptedMs, totalMinor: '250' } as Slip;
  const receipt = {
    leafData: toHex(slipLeafData(leaf)),
    signature: '0a'.repeat(64),
    publicKey: '0b'.repeat(32),
    userName: 'mira',
    salt: '07'.repeat(32),
  };
  return { slip: { ...slip, selections: [] }, receipt };
}

function inclusionOf(verdict: Inclusion['verdict'], checkedAtMs = 1): Inclusion {
  const failed = verdict === 'breach' ? 'inclusion' : null;
  return { checkedAtMs, beforeRound: true, verdict, failed, proof: { count: 7 } as SlipProof };
}

/** Writes a database as version 1 of the schema stored it. */
function writeVersion1(receipts: { slipId: string; memberId: string; placed: unknown }[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('tercet', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('receipts', { keyPath: 'slipId' });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction('receipts', 'readwrite');
      for (const receipt of receipts) transaction.objectStore('receipts').put(receipt);
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('receipts kept by the first version', () => {
  it('are all there after the upgrade, and are searched in their seals', async () => {
    await writeVersion1([1, 2, 3].map((n) => ({ slipId: idOf(n), memberId: MIRA, placed: placedOf(n) })));
    const receipts = await savedReceipts(MIRA);
    expect(receipts.map(({ placed }) => placed)).toEqual([1, 2, 3].map((n) => placedOf(n)));
    expect(receipts[0]).toMatchObject({ inclusion: null, bundle: null, verdict: null });
    expect(await dueReceipts(MIRA, LOCK * 1000)).toHaveLength(3);
    expect(await keepReceipt(MIRA, placedOf(4))).toBe(true);
    expect(await countReceipts(MIRA)).toBe(4);
  });

  it('with unreadable bytes stay unchanged', async () => {
    const odd = { ...placedOf(1), receipt: { ...placedOf(1).receipt, leafData: 'ff' } };
    await writeVersion1([{ slipId: idOf(1), memberId: MIRA, placed: odd }]);
    expect((await savedReceipt(idOf(1)))?.placed).toEqual(odd);
  });
});

describe('what the house sends in place of a receipt', () => {
  const { slip, receipt } = placedOf(1);

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'receipt'],
    ...Object.keys(receipt).map(
      (name) => [`no ${name}`, { ...receipt, [name]: undefined }] satisfies [string, unknown],
    ),
  ])('%s is not kept, and the receipt that comes later is', async (_, sent) => {
    expect(await keepReceipt(MIRA, { slip, receipt: sent as typeof receipt })).toBe(false);
    expect(await savedReceipts(MIRA)).toEqual([]);
    expect(await keepReceipt(MIRA, { slip, receipt })).toBe(true);
    expect((await savedReceipt(idOf(1)))?.placed.receipt).toEqual(receipt);
  });
});

describe('a kept receipt', () => {
  it('belongs to its member', async () => {
    await keepReceipt(MIRA, placedOf(1));
    await keepReceipt(NOOR, placedOf(2));
    expect((await savedReceipts(MIRA)).map(({ slipId }) => slipId)).toEqual([idOf(1)]);
    expect(await dueReceipts(NOOR, LOCK * 1000)).toHaveLength(1);
    expect(await savedSlipIds()).toEqual(new Set([idOf(1), idOf(2)]));
  });

  it('is not replaced by another one for the same slip', async () => {
    const first = placedOf(1);
    await keepReceipt(MIRA, first);
    await noteInclusion(idOf(1), inclusionOf('included'));
    await keepReceipt(MIRA, { ...first, receipt: { ...first.receipt, signature: 'ff'.repeat(64) } });
    expect(await savedReceipt(idOf(1))).toMatchObject({ placed: first, inclusion: { verdict: 'included' } });
  });

  it('is due from the signed lock on, soonest first, until it is found', async () => {
    await keepReceipt(MIRA, placedOf(1, LOCK + 60));
    await keepReceipt(MIRA, placedOf(2, LOCK));
    expect(await nextDueMs(MIRA)).toBe(LOCK * 1000);
    expect(await dueReceipts(MIRA, LOCK * 1000 - 1)).toEqual([]);
    expect((await dueReceipts(MIRA, LOCK * 1000)).map(({ slipId }) => slipId)).toEqual([idOf(2)]);
    await noteInclusion(idOf(2), inclusionOf('included'));
    expect(await nextDueMs(MIRA)).toBe((LOCK + 60) * 1000);
    expect(await countWaiting(MIRA)).toBe(1);
    await noteInclusion(idOf(1), inclusionOf('void'));
    expect(await nextDueMs(MIRA)).toBeNull();
  });

  it('keeps the first result', async () => {
    await keepReceipt(MIRA, placedOf(1));
    await Promise.all([
      noteInclusion(idOf(1), inclusionOf('breach', 1)),
      noteInclusion(idOf(1), inclusionOf('included', 2)),
    ]);
    expect((await savedReceipt(idOf(1)))?.inclusion).toMatchObject({ verdict: 'breach', checkedAtMs: 1 });
  });

  it('keeps the path, and the bundle beside it', async () => {
    await keepReceipt(MIRA, placedOf(1));
    await noteInclusion(idOf(1), inclusionOf('included'));
    await noteBundle(idOf(1), { whole: true }, 'verified');
    expect(await savedReceipt(idOf(1))).toMatchObject({
      inclusion: { proof: { count: 7 } },
      bundle: { whole: true },
      verdict: 'verified',
    });
  });

  it('that is not stored takes no notes', async () => {
    await noteInclusion(idOf(9), inclusionOf('included'));
    expect(await savedReceipt(idOf(9))).toBeNull();
  });
});

describe('a breach', () => {
  it('is reported once, and found again after a reload', async () => {
    const listener = vi.fn();
    const stop = onBreach(({ slipId }) => listener(slipId));
    await keepReceipt(MIRA, placedOf(1));
    await keepReceipt(MIRA, placedOf(2));
    await noteInclusion(idOf(1), inclusionOf('included'));
    await noteInclusion(idOf(2), inclusionOf('breach'));
    await noteBundle(idOf(2), {}, 'breach');
    stop();
    expect(listener.mock.calls).toEqual([[idOf(2)]]);
    expect((await receiptBreaches(MIRA)).map(({ slipId }) => slipId)).toEqual([idOf(2)]);
    expect(await receiptBreaches(NOOR)).toEqual([]);
  });

  it('in the settled draw counts too, and is not removed by a later check', async () => {
    await keepReceipt(MIRA, placedOf(1));
    await noteBundle(idOf(1), { first: true }, 'breach');
    await noteBundle(idOf(1), { first: false }, 'verified');
    expect(await receiptBreaches(MIRA)).toMatchObject([{ verdict: 'breach', bundle: { first: true } }]);
  });
});

describe('the store', () => {
  it('reports changes and nothing else', async () => {
    const listener = vi.fn();
    const stop = onKeptChange(listener);
    await keepReceipt(MIRA, placedOf(1));
    await keepReceipt(MIRA, placedOf(1));
    await noteInclusion(idOf(1), inclusionOf('included'));
    await noteInclusion(idOf(1), inclusionOf('included'));
    stop();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('forgets all of a member, and nothing of another', async () => {
    await keepReceipt(MIRA, placedOf(1));
    await keepReceipt(NOOR, placedOf(2));
    await forgetReceipts(MIRA);
    expect([await countReceipts(MIRA), await countReceipts(NOOR)]).toEqual([0, 1]);
    expect(await nextDueMs(MIRA)).toBeNull();
  });

  it('reports a browser that stores nothing', async () => {
    globalThis.indexedDB = {
      open() {
        throw new DOMException('storage is closed', 'SecurityError');
      },
    } as unknown as IDBFactory;
    expect(await keepReceipt(MIRA, placedOf(1))).toBe(false);
    expect(await savedReceipts(MIRA)).toEqual([]);
    expect(await nextDueMs(MIRA)).toBeNull();
    await forgetReceipts(MIRA);
  });
});
