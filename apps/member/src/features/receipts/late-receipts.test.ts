import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepReceipt, lateReceipts, noteBundle, noteUnanswered } from './receipt-store.ts';

const slip = { id: 'a', drawId: 'dice-60/1', placedAtMs: 1, totalMinor: '1', selections: [] };
const receipt = {
  ...{ leafData: '00', signature: '00'.repeat(64), userName: 'mira' },
  ...{ publicKey: '00'.repeat(32), salt: '00'.repeat(32) },
};
const lateOnes = async () => (await lateReceipts('mira')).map(({ late }) => late);

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await keepReceipt('mira', { slip, receipt });
});

it('a bet is late while the house does not answer, until it shows the draw', async () => {
  expect(await lateOnes()).toEqual([]);
  await noteUnanswered('a');
  expect(await lateOnes()).toEqual(['unanswered']);
  await noteBundle('a', {}, 'time-not-proven');
  expect(await lateOnes()).toEqual([]);
});

it('a bet is late while the house owes evidence, also if it then stops answering', async () => {
  await noteBundle('a', {}, 'incomplete', true);
  await noteUnanswered('a');
  expect(await lateOnes()).toEqual(['overdue']);
  await noteBundle('a', {}, 'incomplete');
  expect(await lateOnes()).toEqual([]);
});
