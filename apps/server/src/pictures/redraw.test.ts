import sharp from 'sharp';
import { expect, test } from 'vitest';
import { redrawPicture } from './redraw.ts';

const [WIDTH, HEIGHT] = [640, 480];
/** Many shades, so that the pixels compress badly. */
const PIXELS = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => (i * 31 + Math.floor(i / WIDTH) * 17) % 256),
);
const picture = () => sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
const [JPEG, PROGRESSIVE, PNG, WEBP] = await Promise.all([
  picture().jpeg().toBuffer(),
  picture().jpeg({ progressive: true }).toBuffer(),
  picture().png().toBuffer(),
  picture().webp().toBuffer(),
]);
const [SOI, APP1, APP2, SOS] = [0xd8, 0xe1, 0xe2, 0xda];

function segment(marker: number, content: string | Buffer): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Offset of the pixel data. */
function scanOf(jpeg: Buffer): number {
  let at = 2;
  while (jpeg[at + 1] !== SOS) at += 2 + jpeg.readUInt16BE(at + 2);
  return at;
}

function insert(at: number, ...bytes: Buffer[]): Buffer {
  return Buffer.concat([JPEG.subarray(0, at), ...bytes, JPEG.subarray(at)]);
}

function changed(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(JPEG);
  copy.set(bytes, at);
  return copy;
}

const junk = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7919) % 251));

test('the bytes of these tests are those of a JPEG', () => {
  expect(JPEG[1]).toBe(SOI);
  expect(JPEG.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
});

test.each<[what: string, bytes: Buffer]>([
  ['as it should be', JPEG],
  ['in passes', PROGRESSIVE],
  ['with zeros behind it', Buffer.concat([JPEG, Buffer.alloc(5_000)])],
  ['with other bytes behind it', Buffer.concat([JPEG, junk(3_000)])],
  ['with a second picture behind it, as a gain map is', Buffer.concat([JPEG, JPEG])],
  ['with a moving picture behind it', Buffer.concat([JPEG, Buffer.from('\0\0\0\x18ftypmp42'), junk(9_000)])],
  ['with a trailer of the camera', Buffer.concat([JPEG, Buffer.from('\0\0\x01\nMCC_Data250SEFHk\0\0\0SEFT')])],
  ['with stray bytes before its pixels', insert(scanOf(JPEG), Buffer.alloc(4))],
  ['with stray bytes behind its first part', insert(4 + JPEG.readUInt16BE(4), Buffer.from([0x12, 0x34]))],
  ['with filling between markers', insert(2, Buffer.from([0xff, 0xff, 0xff]))],
  ['with stray bytes before its end', insert(JPEG.length - 2, Buffer.from([1, 2, 3, 4, 5]))],
  ['without an end', JPEG.subarray(0, -2)],
  ['in passes, without an end', PROGRESSIVE.subarray(0, -2)],
  ['with half an end', JPEG.subarray(0, -1)],
  ['with a broken directory of the camera', insert(2, segment(APP1, 'Exif\0\0II*\0\xff\xff\xff\xff'))],
  [
    'with a broken colour profile',
    insert(2, segment(APP2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), junk(200)]))),
  ],
  ['with the index of several pictures', insert(2, segment(APP2, 'MPF\0II*\0\x08\0\0\0\x03\0'))],
  ['with a wrong byte among its pixels', changed(scanOf(JPEG) + 2_000, 0x55)],
  ['with the scan parameters of Samsung phones', changed(scanOf(JPEG) + 11, 0, 0, 0)],
  ['with a stray restart among its pixels', changed(scanOf(JPEG) + 3_000, 0xff, 0xd3)],
])('a JPEG %s is taken', async (_, bytes) => {
  expect(await redrawPicture(bytes)).toHaveProperty('webp');
});

test.each<[what: string, bytes: Buffer]>([
  ['a JPEG cut after half', JPEG.subarray(0, JPEG.length / 2)],
  ['a JPEG cut near its end', JPEG.subarray(0, JPEG.length * 0.9)],
  ['a JPEG cut right behind its head', JPEG.subarray(0, scanOf(JPEG) + 100)],
  ['a JPEG in passes cut after half', PROGRESSIVE.subarray(0, PROGRESSIVE.length / 2)],
  ['a PNG cut near its end', PNG.subarray(0, -40)],
  ['a WebP cut after half', WEBP.subarray(0, WEBP.length / 2)],
])('%s is refused', async (_, bytes) => {
  expect(await redrawPicture(bytes)).toEqual({ refused: 'picture-bad' });
});

test.each<[what: string, bytes: Buffer]>([
  ['PNG', PNG],
  ['WebP', WEBP],
])('a %s with bytes behind it is taken', async (_, bytes) => {
  expect(await redrawPicture(Buffer.concat([bytes, junk(500)]))).toHaveProperty('webp');
});

test('a picture without its end marker is drawn as with it', async () => {
  expect(await redrawPicture(JPEG.subarray(0, -2))).toEqual(await redrawPicture(JPEG));
});
