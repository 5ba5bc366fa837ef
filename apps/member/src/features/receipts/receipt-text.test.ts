import { describe, expect, it } from 'vitest';
import { readReceipt, receiptText } from './receipt-text.ts';

const receipt = { leafData: '00', signature: '01', publicKey: '02', userName: 'mira', salt: '03' };

describe('a receipt on its way out and back', () => {
  it('comes back as it went', () => {
    const text = receiptText([{ slip: { id: 'a', drawId: 'dice-60/5' }, receipt }]);
    expect(readReceipt(text)).toEqual({ drawId: 'dice-60/5', receipt });
  });

  it.each(['', '{', '{}', '[]', 'null', '{"receipts":[]}', '{"receipts":[{"drawId":"dice-60/5","receipt":{}}]}'])(
    'is not found in %j',
    (text) => {
      expect(readReceipt(text)).toBeNull();
    },
  );
});
