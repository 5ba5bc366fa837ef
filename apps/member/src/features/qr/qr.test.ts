import { BETS, type Bet, formatReceiptText, inByteOrder, SUM_BETS, slipLeafData, toHex } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { drawQr, readQr } from './qr.ts';

/** Modules on a side of a QR code of a version, including its quiet zone. */
const sizeOf = (version: number) => 17 + 4 * version + 8;

function receiptLine(
  bets: readonly Bet[],
  origin = 'club.example.org/tercet',
  userName = 'a-name-of-24-characters-',
): string {
  const leafData = slipLeafData({
    origin,
    drawId: 'dice-60/29743210',
    slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
    commitment: 'c3'.repeat(32),
    tableHash: '5a'.repeat(32),
    round: 30596436,
    tLock: 1784592660,
    acceptedMs: 1784592655123,
    selections: inByteOrder(bets.map((bet) => ({ bet, stakeMinor: 1_000_000n }))),
  });
  const noise = (bytes: number, from: number) =>
    toHex(Uint8Array.from({ length: bytes }, (_, i) => (i * 89 + from) % 256));
  return formatReceiptText({
    leafData: toHex(leafData),
    signature: noise(64, 1),
    publicKey: noise(32, 2),
    userName,
    salt: noise(32, 3),
  });
}

/** Paints the outline on white paper, `scale` pixels per module, as a browser would. */
function paint(text: string, scale: number, ink = 0, paper = 255) {
  const { size, path } = drawQr(text);
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(paper);
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      data.fill(ink, (row * side + Number(x) * scale) * 4, (row * side + (Number(x) + Number(width)) * scale) * 4);
    }
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width: side, height: side, data };
}

describe('a receipt as a QR code', () => {
  it.each([1, 2, 3, 8, 20, 54])('of %i bets comes back from its pixels', (count) => {
    const text = receiptLine(BETS.slice(0, count));
    for (const scale of [2, 3, 5]) expect(readQr(paint(text, scale), 'picture')).toBe(text);
  });

  it('comes back from a pale print', () => {
    const text = receiptLine(['small']);
    expect(readQr(paint(text, 4, 90, 200), 'picture')).toBe(text);
  });

  it('of one bet has 463 characters and fits into version 15', () => {
    const text = receiptLine(['small']);
    expect(text).toHaveLength(463);
    expect(drawQr(text).size).toBe(sizeOf(15));
  });

  it('of all 54 bets and the longest name fits into version 26', () => {
    expect(drawQr(receiptLine(BETS)).size).toBeLessThanOrEqual(sizeOf(26));
  });

  it('of all 20 bets on the sum and the longest name has 784 characters and fits into version 19', () => {
    const text = receiptLine(SUM_BETS);
    expect(text).toHaveLength(784);
    expect(drawQr(text).size).toBe(sizeOf(19));
  });

  it('fits into version 25, or 31 with all 54 bets, even with the longest origin that a book can have', () => {
    expect(drawQr(receiptLine(SUM_BETS, 'o'.repeat(255))).size).toBeLessThanOrEqual(sizeOf(25));
    expect(drawQr(receiptLine(BETS, 'o'.repeat(255))).size).toBeLessThanOrEqual(sizeOf(31));
  });

  it('keeps a quiet zone of four modules on every side', () => {
    const { size, path } = drawQr(receiptLine(['odd']));
    for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4);
      expect(Math.max(Number(x) + Number(width), Number(y) + 1)).toBeLessThanOrEqual(size - 4);
    }
  });
});

describe('a picture without a code', () => {
  it('has no text', () => {
    const blank = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(255) };
    expect(readQr(blank, 'frame')).toBeNull();
  });

  it('of no size has no text', () => {
    expect(readQr({ width: 0, height: 0, data: new Uint8ClampedArray() }, 'frame')).toBeNull();
  });
});
