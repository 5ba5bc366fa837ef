import sharp from 'sharp';
import { PICTURES, svgOf } from './drawings.ts';

const THUMB = { width: 300, height: 375, gap: 6 };

/** As it is kept. The same drawing gives the same bytes with the same sharp. */
export function renderPicture(slug: string, picture: (typeof PICTURES)[number]): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(slug, picture)))
    .flatten({ background: '#FAF8F3' })
    .webp({ quality: 76, effort: 6, smartSubsample: true })
    .toBuffer();
}

/** The pictures of some hosts, a row for each kind, as PNG: to look at while drawing. */
export async function renderSheet(slugs: readonly string[]): Promise<Buffer> {
  const { width, height, gap } = THUMB;
  const cells = PICTURES.flatMap((picture, row) =>
    slugs.map(async (slug, column) => ({
      input: await sharp(Buffer.from(svgOf(slug, picture)))
        .resize(width, height)
        .png()
        .toBuffer(),
      left: column * (width + gap),
      top: row * (height + gap),
    })),
  );
  const size = { width: slugs.length * (width + gap), height: PICTURES.length * (height + gap) };
  return sharp({ create: { ...size, channels: 3, background: '#888' } })
    .composite(await Promise.all(cells))
    .png()
    .toBuffer();
}
