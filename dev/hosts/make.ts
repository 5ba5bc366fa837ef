import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PICTURES, SLUGS } from './drawings.ts';
import { renderPicture, renderSheet } from './render.ts';

// npm run hosts:make -- [--sheets FOLDER] [slug …]: draws the pictures of the play house's hosts again, or only sheets
// to look at.

const ON_A_SHEET = 8;
const { values, positionals } = parseArgs({ options: { sheets: { type: 'string' } }, allowPositionals: true });
const slugs = positionals.length > 0 ? positionals : SLUGS;
if (values.sheets === undefined) for (const slug of slugs) await make(slug);
else await makeSheets(values.sheets);

async function make(slug: string): Promise<void> {
  for (const picture of PICTURES) {
    await writeFile(join(import.meta.dirname, 'made', `${slug}-${picture}.webp`), await renderPicture(slug, picture));
  }
}

async function makeSheets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let first = 0; first < slugs.length; first += ON_A_SHEET) {
    const some = slugs.slice(first, first + ON_A_SHEET);
    await writeFile(join(folder, `hosts-${first / ON_A_SHEET + 1}.png`), await renderSheet(some));
  }
}
