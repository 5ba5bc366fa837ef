import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileName } from '../../src/desk/file-name.ts';
import * as made from '../kit/pictures.ts';
import { begun, by, codeOf, type Desk, openDesk, own, sendFile, taken } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('a picture', () => {
  test('is drawn anew, with nothing hidden in it and nothing cut off', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const sent = Buffer.concat([await made.photographed(6).jpeg().toBuffer(), Buffer.from(made.SCRIPT)]);
    await taken(await sendFile(desk, mira, id, sent), 201);
    const file = await by(desk, mira, `/api/me/desk/threads/${id}/files/2`);
    expect(file.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await file.arrayBuffer());
    const head = await sharp(bytes).metadata();
    expect(head).toMatchObject({ format: 'webp' });
    expect([head.exif, head.icc, head.xmp]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('script')).toBe(false);
    const wide = await made.plain(3_000, 300).png().toBuffer();
    await taken(await sendFile(desk, mira, id, wide), 201);
    const second = await (await by(desk, mira, `/api/me/desk/threads/${id}/files/3`)).arrayBuffer();
    expect(await sharp(Buffer.from(second)).metadata()).toMatchObject({ width: 1_600, height: 160 });
  });

  test('is taken once for each key, and what is no picture not at all', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const key = randomUUID();
    const png = await made.plain().png().toBuffer();
    const sent = await Promise.all([1, 2].map(() => sendFile(desk, mira, id, png, { key })));
    // One upload of a member at a time; the other is refused and retries.
    for (const { status } of sent) expect([201, 503]).toContain(status);
    await taken(await sendFile(desk, mira, id, png, { key }), 201);
    expect((await own(desk, mira, id)).said).toHaveLength(2);
    const other = await made.plain(10, 10).png().toBuffer();
    expect(await codeOf(await sendFile(desk, mira, id, other, { key }))).toBe('key-reused');
    for (const bad of [made.HTML, made.SVG, '', 'MZ']) {
      expect(await codeOf(await sendFile(desk, mira, id, Buffer.from(bad)))).toBe('picture-bad');
    }
  });

  test('comes from members alone: what stands in one no filter reads', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const { paths = {} } = desk.server.http.swagger();
    expect(
      Object.entries(paths).filter(([path, one]) => path.includes('/desk/{id}/files') && one && 'put' in one),
    ).toEqual([]);
    const { status } = await sendFile(
      desk,
      { ...mira, cookie: desk.sara.cookie },
      id,
      await made.plain().png().toBuffer(),
    );
    expect(status).toBe(401);
  });
});

test('a name is what it says: no path, no other ending, nothing turned around', () => {
  expect(readFileName('photo.JPG', 'picture')).toBe('photo.webp');
  expect(readFileName('../../etc/passwd', 'pdf')).toMatch(/^[^./][^/]*\.pdf$/);
  expect(readFileName('gpj.\u202efdp', 'pdf')).not.toContain('\u202e');
  expect(readFileName('', 'picture')).toBe('picture.webp');
  expect(readFileName('x'.repeat(500), 'pdf').length).toBeLessThanOrEqual(120);
});
