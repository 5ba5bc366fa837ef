import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export interface Taken {
  look: string;
  name: string;
  state: string;
  file: string;
}

const TILE = { width: 195, height: 422 };
const GAP = 6;
const [COLUMNS, ROWS] = [8, 2];

/** Creates a page with all screenshots, and contact sheets of small ones for a quick look. */
export async function makeIndex(folder: string, taken: readonly Taken[]): Promise<void> {
  const figures = taken.map(
    ({ file, look, name, state }) =>
      `<figure><a href="${file}"><img src="${file}" width="195" loading="lazy" alt=""></a>` +
      `<figcaption>${name} · ${state} · ${look}</figcaption></figure>`,
  );
  const style =
    'body{font:13px system-ui;display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{border:1px solid #999}';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('')}`,
  );
  for (const look of new Set(taken.map((one) => one.look))) {
    const own = taken.filter((one) => one.look === look);
    for (let from = 0, sheet = 1; from < own.length; from += COLUMNS * ROWS, sheet++)
      await makeSheet(folder, own.slice(from, from + COLUMNS * ROWS), `${look}-${String(sheet).padStart(2, '0')}.png`);
  }
}

async function makeSheet(folder: string, taken: readonly Taken[], name: string): Promise<void> {
  const tiles = await Promise.all(
    taken.map(async ({ file }, index) => ({
      input: await sharp(join(folder, file)).resize(TILE.width, TILE.height).toBuffer(),
      left: (index % COLUMNS) * (TILE.width + GAP),
      top: Math.floor(index / COLUMNS) * (TILE.height + GAP),
    })),
  );
  const size = { width: COLUMNS * (TILE.width + GAP), height: ROWS * (TILE.height + GAP) };
  await sharp({ create: { ...size, channels: 3, background: '#888' } })
    .composite(tiles)
    .png()
    .toFile(join(folder, name));
}
