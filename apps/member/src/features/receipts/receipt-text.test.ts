import { type Bet, formatReceiptText, inByteOrder, slipLeafData, toHex } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { readReceipt, readReceipts, receiptText, slipOfReceipt } from './receipt-text.ts';

function receiptOf(slipId: string, bets: Bet[] = ['small', 's9']) {
  const leafData = slipLeafData({
    origin: 'example.org/tercet',
    drawId: 'dice-60/29743210',
    slipId,
    commitment: 'c3'.repeat(32),
    tableHash: '5a'.repeat(32),
    round: 30596436,
    tLock: 1784592660,
    acceptedMs: 1784592655123,
    selections: inByteOrder(bets.map((bet) => ({ bet, stakeMinor: 250n }))),
  });
  return {
    leafData: toHex(leafData),
    signature: '0a'.repeat(64),
    publicKey: '0b'.repeat(32),
    userName: 'mira',
    salt: '07'.repeat(32),
  };
}

const ID = '00010203-0405-0607-0809-0a0b0c0d0e0f';
const OTHER_ID = '10010203-0405-0607-0809-0a0b0c0d0e0f';
const receipt = receiptOf(ID);
const slip = { id: ID, drawId: 'dice-60/29743210' };
const file = receiptText([{ slip, receipt }]);

describe('an exported and imported receipt', () => {
  it.each([
    ['a file', file],
    ['a line', formatReceiptText(receipt)],
    ['a line that a message broke', formatReceiptText(receipt).replace(/(.{60})/g, '$1\n')],
  ])('comes back as it went, as %s', (_name, text) => {
    expect(readReceipt(text)).toEqual({ drawId: slip.drawId, receipt });
  });

  it('contains its own bets', () => {
    expect(slipOfReceipt(receipt)).toEqual({
      id: ID,
      drawId: 'dice-60/29743210',
      placedAtMs: 1784592655123,
      locksAtMs: 1784592660000,
      totalMinor: '500',
      selections: [
        { bet: 's9', stakeMinor: '250' },
        { bet: 'small', stakeMinor: '250' },
      ],
    });
  });

  it('comes with the others of its file', () => {
    const two = [ID, OTHER_ID].map((id) => ({ slip: { ...slip, id }, receipt: receiptOf(id) }));
    expect(readReceipts(receiptText(two)).receipts.map((one) => one.slip.id)).toEqual([ID, OTHER_ID]);
  });

  it('drops what a file adds to it', () => {
    const more = JSON.parse(file);
    more.receipts[0].receipt.note = 'more';
    more.receipts[0].inclusion = { verdict: 'included' };
    expect(readReceipts(JSON.stringify(more)).receipts[0]?.receipt).toEqual(receipt);
  });

  it.each([
    ['', 'other'],
    ['null', 'other'],
    ['[]', 'other'],
    ['{}', 'other'],
    ['{"receipts":[]}', 'other'],
    ['{', 'damaged'],
    [file.slice(0, -10), 'damaged'],
    ['{"receipts":[null]}', 'malformed'],
    ['{"receipts":[{"drawId":"dice-60/5","receipt":{}}]}', 'malformed'],
    [file.replace('dice-60/29743210', 'dice-60/29743211'), 'malformed'],
    [file.replace(ID, OTHER_ID), 'malformed'],
    [file.replace(receipt.leafData, receipt.leafData.slice(2)), 'malformed'],
    [file.replace('0b0b', '0B0B'), 'malformed'],
    [file.replace('"mira"', '7'), 'malformed'],
    [formatReceiptText(receipt).slice(0, -1), 'damaged'],
    ['tercet:2:AAAA', 'newer'],
  ])('is not found in %.60s', (text, problem) => {
    expect(readReceipts(text).problem).toBe(problem);
    expect(readReceipt(text)).toBeNull();
  });
});
