import { describe, expect, test } from 'vitest';
import { sizeIn } from './picture-head.ts';

/** Heads of pictures of 300 by 200 pixels, as common programs write them. */
const HEADS = {
  PNG: '89504e470d0a1a0a0000000d494844520000012c000000c80802000000',
  JPEG: 'ffd8ffe000104a46494600010100000100010000ffdb00040000ffc0001108 00c8012c03',
  'JPEG in passes': 'ffd8ffe100040000ffc2001108 00c8012c03',
  WebP: '52494646300000005745425056503820 24000000 300600 9d012a 2c01 c800',
  'WebP without loss': '5249464630000000574542505650384c 24000000 2f 2bc13100',
  GIF: '474946383961 2c01c800f70000',
  AVIF:
    '0000001c667479706176696600000000617669666d6966316d696166 00000014697370650000000000000040000000 40' +
    '0000001469737065000000000000012c000000c8',
  HEIC: '0000001866747970686569630000000068656963 6d696631 00000014697370650000000 00000012c000000c8',
  'extended WebP': '5249464630000000574542505650385 80a000000 10000000 2b0100 c70000',
};

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

describe('the size of a picture', () => {
  test.each(Object.entries(HEADS))('is read out of the head of a %s', (_, hex) => {
    expect(sizeIn(bytesOf(hex))).toEqual({ width: 300, height: 200 });
  });

  test.each(Object.entries(HEADS))('is unknown where a %s ends before it', (_, hex) => {
    const whole = bytesOf(hex);
    for (let length = 0; length < 10; length++) expect(sizeIn(whole.subarray(0, length))).toBe(null);
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><title>picture.png</title>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>')],
    ['a film', Buffer.from('0000001866747970 69736f6d 00000200 69736f6d 6d6f6f76 00000000'.replaceAll(' ', ''), 'hex')],
    ['a page behind the first bytes of a JPEG', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('<html>')])],
    ['a sound', Buffer.from('RIFF....WAVEfmt ............')],
    ['a JPEG whose parts have no length', Buffer.from(`ffd8${'ffe00000'.repeat(8)}`, 'hex')],
  ])('%s has none', (_, bytes) => {
    expect(sizeIn(new Uint8Array(bytes))).toBe(null);
  });
});
