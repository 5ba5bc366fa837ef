import { mkdir, stat, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../temporary-folder.ts';
import { DRAWINGS } from './drawings.ts';
import { placeOf } from './places.ts';
import { renderCover, renderMaster, renderSheet } from './render.ts';

// npm run films:make -- [--sheets FOLDER] [slug …]: draws the films of the play house again, or only pictures of how
// they go.

const { values, positionals } = parseArgs({ options: { sheets: { type: 'string' } }, allowPositionals: true });
const slugs = positionals.length > 0 ? positionals : Object.keys(DRAWINGS);
const temporary = temporaryFolder('tercet-films-');
try {
  for (const slug of slugs) await make(slug);
} finally {
  temporary.remove();
}

async function make(slug: string): Promise<void> {
  const drawing = DRAWINGS[slug];
  if (!drawing) throw new Error(`no film is called ${slug}; there are: ${Object.keys(DRAWINGS).join(', ')}`);
  if (values.sheets !== undefined) {
    await mkdir(values.sheets, { recursive: true });
    await writeFile(`${values.sheets}/${slug}.png`, await renderSheet(drawing));
    return;
  }
  const master = placeOf('masters', `${slug}.mp4`);
  await renderMaster(drawing, temporary.path, master);
  await writeFile(placeOf('covers', `${slug}.webp`), await renderCover(drawing));
  console.log(`${slug}: ${drawing.seconds} s, ${Math.round((await stat(master)).size / 1_024)} KiB`);
}
