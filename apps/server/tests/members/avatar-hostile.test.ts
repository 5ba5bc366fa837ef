import { readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOr, sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import * as made from '../kit/pictures.ts';

// Uploads that are no pictures, and pictures that contain more than pixels.

const MEMORY_BYTES_MAX = 300 * 1_024 * 1_024;
/** Number of files of each list that `npm test` sends. */
const FILES_TRIED = 8;

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

type Maker = () => Buffer | string | Promise<Buffer>;

const jpeg = () => made.plain().jpeg().toBuffer();
const webp = () => made.plain().webp().toBuffer();
const joined = async (first: Promise<Buffer>, ...rest: string[]) =>
  Buffer.concat([await first, Buffer.from(rest.join(''))]);
const half = async (whole: Promise<Buffer>) => (await whole).subarray(0, Math.floor((await whole).length / 2));

const NO_PICTURES: [string, Maker][] = [
  ['nothing', () => ''],
  ['one byte', () => '\u0000'],
  ['a page', () => made.HTML],
  ['a page behind the first bytes of a PNG', () => made.pngWithoutHead(Buffer.from(made.HTML))],
  [
    'a page behind the first bytes of a JPEG',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(made.HTML)]),
  ],
  ['an SVG', () => made.SVG],
  [
    'an SVG with a prolog',
    () => `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${made.SVG}`,
  ],
  ['an SVG behind blanks and a byte order mark', () => `\ufeff \n\t${made.SVG}`],
  ['JSON of the other call', () => '{"made":"made-1"}'],
  ['a form', () => '--x\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\nx\r\n--x--\r\n'],
  ['a script', () => '#!/bin/sh\nexit 1\n'],
  ['a PDF', () => '%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF'],
  ['a ZIP', () => Buffer.from('504b0304140000000800', 'hex')],
  ['a gzip bomb', () => made.gzipBomb()],
  ['a GIF', () => made.plain().gif().toBuffer()],
  ['an animated GIF', () => made.animated('gif')],
  ['an animated WebP', () => made.animated('webp')],
  ['an animated PNG', () => made.pngWith(made.pngChunk('acTL', Buffer.from('0000000200000000', 'hex')))],
  ['a TIFF', () => made.plain().tiff().toBuffer()],
  ['an AVIF', () => made.plain(16, 16).avif({ effort: 0 }).toBuffer()],
  ['the head of a HEIC', () => Buffer.from('00000018667479706865696300000000', 'hex')],
  ['a BMP', () => Buffer.concat([Buffer.from('424d'), Buffer.alloc(60)])],
  ['an icon', () => Buffer.from('00000100010010100000010020006804000016000000', 'hex')],
  ['the first bytes of a PNG', () => made.pngWithoutHead(Buffer.alloc(0))],
  ['a PNG of a head alone', () => made.png({ width: 64, height: 64 }).subarray(0, 33)],
  ['a PNG without pixels', () => made.png({ width: 64, height: 64 })],
  [
    'a PNG with too few pixels',
    () => made.png({ width: 64, height: 64 }, made.pngChunk('IDAT', Buffer.from('789c030000000001', 'hex'))),
  ],
  ['half a PNG', () => half(made.plain().png().toBuffer())],
  ['a PNG whose head does not add up', () => Buffer.concat([made.blackPng({ width: 64, height: 64 }).fill(9, 29, 33)])],
  ['a PNG of no width', () => made.png({ width: 0, height: 64 }, made.pngChunk('IDAT'))],
  [
    'a PNG as large as its head can say',
    () => made.png({ width: 0x7fffffff, height: 0x7fffffff }, made.pngChunk('IDAT')),
  ],
  ['the first bytes of a JPEG', () => Buffer.from('ffd8ff', 'hex')],
  ['half a JPEG', () => half(jpeg())],
  ['the first bytes of a WebP', () => Buffer.from('524946460400000057454250', 'hex')],
  ['half a WebP', () => half(webp())],
  ['a WebP that says to be as large as one can be', () => made.hugeWebp()],
];

const FLOODS: [string, Maker][] = [
  [
    'a PNG that says to be 30 000 wide and high',
    () => made.png({ width: 30_000, height: 30_000 }, made.pngChunk('IDAT')),
  ],
  ['a PNG of one endless line', () => made.blackPng({ width: 20_000, height: 1 })],
  ['a JPEG that says to be as large as one can be', async () => made.resizedJpeg(await jpeg(), 65_500, 65_500)],
  ['a WebP just above what is read', () => made.plain(5_000, 5_000).webp({ lossless: true, effort: 0 }).toBuffer()],
  [
    'a PNG just above what is read of so many shades',
    () => made.blackPng({ width: 3_000, height: 3_001, bits: 16, colour: 6 }),
  ],
  ['a PNG just above what is read', () => made.blackPng({ width: 5_000, height: 5_000 })],
];

/** Valid pictures with extra content, which must be removed. */
const MORE_THAN_PICTURES: [string, Maker][] = [
  [
    'a JPEG with a ZIP behind it',
    async () => Buffer.concat([await jpeg(), Buffer.from('504b03041400', 'hex'), Buffer.from(made.HTML)]),
  ],
  ['a JPEG with a page behind it', () => joined(jpeg(), made.HTML)],
  [
    'a PNG with a script behind it',
    () => joined(made.plain().png().toBuffer(), '<?php system($_GET[0]); ?>', made.HTML),
  ],
  [
    'a PNG with a script in its words',
    () => made.pngWith(made.pngChunk('tEXt', Buffer.from(`Comment\0${made.SCRIPT}`))),
  ],
  ['a PNG whose words unpack to a hundred million letters', () => made.pngWith(made.textBomb())],
  ['a WebP with a page behind it', () => joined(webp(), made.HTML)],
  ['a photograph as JPEG', () => made.photographed().jpeg().toBuffer()],
  ['a photograph as PNG', () => made.photographed().png().toBuffer()],
  ['a photograph as WebP', () => made.photographed().webp().toBuffer()],
  ['a JPEG with other bytes for pixels', async () => made.scrambledJpeg(await jpeg())],
  ['a JPEG in printer’s colours', () => made.plain().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG of 16 bits', () => made.plain().toColourspace('rgb16').png().toBuffer()],
  ['a PNG of a palette', () => made.plain().png({ palette: true, colours: 4 }).toBuffer()],
  ['a PNG of grey and glass', () => made.blackPng({ width: 40, height: 90, colour: 4 })],
  ['a PNG of one pixel', () => made.blackPng({ width: 1, height: 1 })],
  ['noise', () => made.noise(300).png().toBuffer()],
  [
    'as many pixels as are read, in the costliest form of PNG',
    () => made.blackPng({ width: 3_000, height: 3_000, bits: 16, colour: 6, interlaced: true }),
  ],
  [
    'as many pixels as are read, as JPEG in passes',
    () => made.plain(4_899, 4_898).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  [
    'as many pixels as are read, as WebP without loss',
    () => made.plain(4_899, 4_898).webp({ lossless: true, effort: 0 }).toBuffer(),
  ],
];

/** Each file is generated once; some take a second. */
const stored = new Map<string, Buffer | string>();

async function bodyOf(name: string, make: Maker): Promise<Buffer | string> {
  const body = stored.get(name) ?? (await make());
  stored.set(name, body);
  return body;
}

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member());
}

function upload(member: SignedIn, body: Buffer | string, type = 'image/png'): Promise<Response> {
  const { cookie } = member;
  const headers = { origin: server.address, cookie, 'content-type': type, ...callerHeader('/api/me', cookie) };
  return fetch(`${server.address}/api/me/avatar`, { method: 'PUT', headers, body: body as never });
}

async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'drawn' : ((await answer.json()) as { code: string }).code;
}

async function pictureOf(member: SignedIn): Promise<Buffer> {
  const answer = await fetch(`${server.address}/api/me/avatar`, { headers: { cookie: member.cookie } });
  return Buffer.from(await answer.arrayBuffer());
}

describe('what is no picture that the club reads is refused, whatever it says of itself', () => {
  test.each(sampleOf(NO_PICTURES, FILES_TRIED))('%s', async (name, make) => {
    const body = await bodyOf(name, make);
    for (const type of ['image/png', 'image/jpeg', 'application/octet-stream']) {
      expect(await codeOf(await upload(await newMember(), body, type))).toBe('picture-bad');
    }
  });

  test.each(sampleOf(FLOODS, FILES_TRIED / 4))('%s', async (name, make) => {
    const answer = await upload(await newMember(), await bodyOf(name, make));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'picture-too-many-pixels',
      params: { millionsMax: expect.any(Number) },
    });
  });

  test('more than 2 MB, announced or not', async () => {
    const body = Buffer.concat([await jpeg(), Buffer.alloc(2 * 1_024 * 1_024)]);
    const [first, second] = [await newMember(), await newMember()];
    const { cookie } = second;
    const headers = { origin: server.address, cookie, ...callerHeader('/api/me', cookie) };
    const unannounced = { method: 'PUT', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    for (const sent of [upload(first, body), fetch(`${server.address}/api/me/avatar`, unannounced)]) {
      // The server may close the connection before the upload ends.
      const answer = await sent.catch(() => null);
      if (answer) expect(await codeOf(answer)).toBe('body-too-large');
    }
    for (const { cookie } of [first, second]) {
      expect((await fetch(`${server.address}/api/me/avatar`, { headers: { cookie } })).status).toBe(404);
    }
  });
});

describe('of what is one, its pixels alone are kept', () => {
  test.each(sampleOf(MORE_THAN_PICTURES, FILES_TRIED))('%s', { timeout: 60_000 }, async (name, make) => {
    const member = await newMember();
    expect(await codeOf(await upload(member, await bodyOf(name, make)))).toBe('drawn');
    const picture = await pictureOf(member);
    expect(made.webpParts(picture)).toEqual(['VP8 ']);
    const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(picture).metadata();
    expect({ format, width, height, exif, icc, xmp, iptc, pages }).toEqual({ format: 'webp', width: 256, height: 256 });
    for (const left of ['script', 'PK\u0003\u0004', 'Exif', 'Seer', 'Somebody', 'xmpmeta']) {
      expect(picture.includes(left), left).toBe(false);
    }
  });

  test('a photograph has a place, a name and a profile before, or nothing was proved', async () => {
    const { exif, icc, xmp } = await sharp(await made.photographed().jpeg().toBuffer()).metadata();
    expect(exif?.includes('Somebody Real')).toBe(true);
    // Tag of the GPS directory, in either byte order.
    expect(exif?.includes(Buffer.from([0x25, 0x88])) || exif?.includes(Buffer.from([0x88, 0x25]))).toBe(true);
    expect(icc?.length).toBeGreaterThan(100);
    expect(xmp?.includes('xmpmeta')).toBe(true);
  });

  test.each(sampleOf([1, 2, 3, 4, 5, 6, 7, 8], 3))(
    'a photograph taken in the position %i comes out as a viewer shows it',
    async (position) => {
      const member = await newMember();
      const photograph = await made.photographed(position).jpeg().toBuffer();
      expect(await codeOf(await upload(member, photograph))).toBe('drawn');
      const drawn = await smallOf(sharp(await pictureOf(member)));
      expect(farApart(drawn, await smallOf(sharp(photograph).autoOrient()))).toBeLessThan(16);
      if (position > 1) expect(farApart(drawn, await smallOf(sharp(photograph)))).toBeGreaterThan(24);
    },
  );
});

/** The picture reduced to 64 pixels. */
function smallOf(picture: Sharp): Promise<Buffer> {
  return picture.resize(8, 8, { fit: 'cover' }).removeAlpha().raw().toBuffer();
}

/** Mean difference of two reduced pictures; 255 between black and white. */
function farApart(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 999)), 0) / one.length;
}

test('all of it at once takes less than 300 MB, the process that reads pictures included', {
  timeout: 120_000,
}, async () => {
  const makers = [...sampleOf(NO_PICTURES, 2 * FILES_TRIED), ...FLOODS, ...sampleOf(MORE_THAN_PICTURES, FILES_TRIED)];
  const bodies = await Promise.all(makers.map(([name, make]) => bodyOf(name, make)));
  expect(bodies.length).toBeGreaterThan(fewOr(20, 50));
  const members = await Promise.all(bodies.map(newMember));
  const start = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - start + readersPeak());
  }, 10);
  const codes = new Set<string>();
  while (members.length > 0) {
    const some = members.splice(0, 12).map(async (member) => upload(member, bodies.pop() ?? ''));
    for (const answer of await Promise.all(some)) codes.add(await codeOf(answer));
  }
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(MEMORY_BYTES_MAX);
  expect([...codes].sort()).toEqual(['busy', 'drawn', 'picture-bad', 'picture-too-many-pixels']);
});

/** Peak memory of this process's picture decoders, in bytes. */
function readersPeak(): number {
  let peak = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encode-process')) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
      peak += 1_024 * Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0);
    } catch {
      // The process has ended.
    }
  }
  return peak;
}
