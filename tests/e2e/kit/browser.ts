import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';
import { hasRoomInMemory } from '@tercet/dev/temporary-folder.ts';
import { takeLock } from '../../../scripts/lock.mjs';
import { unwrapWoff } from './woff.ts';

// The browser comes packed in a package, as do fonts for scripts that a bare machine lacks. Each version is unpacked
// once.

const CACHE = join(import.meta.dirname, '../../../.cache');
/** Version of the folder's layout. Changing it unpacks again. */
const LAYOUT = 'c';
const UNPACK_MS_MAX = 180_000;
/** Font packages and the files used. These weights suffice for screenshots. */
const FONTS: readonly (readonly [name: string, files: RegExp])[] = [
  ['@fontsource/noto-sans-arabic', /-(400|700)-normal\.woff$/],
  ['@fontsource/noto-sans-jp', /-(400|700)-normal\.woff$/],
  ['@fontsource/noto-sans-thai', /-(400|700)-normal\.woff$/],
  // The fonts of phones, which the app shows until its own are loaded. Latin only, because all subsets share one name.
  ['@fontsource/roboto', /-latin-(400|700)-normal\.woff$/],
];
const [ALL_FONTS, OWN_FONTS] = ['fonts.conf', 'own-fonts.conf'];

/**
 * How to launch the browser, unpacked on the first call. `CHROMIUM_PATH` names another one. With `ownFonts` it renders
 * text the same on every machine.
 */
export async function launchOptions({ ownFonts = false } = {}): Promise<LaunchOptions> {
  const folder = await unpacked();
  const own = join(folder, 'chromium');
  const executablePath = process.env.CHROMIUM_PATH || own;
  const env = {
    ...definedOnly(process.env),
    FONTCONFIG_FILE: join(folder, ownFonts ? OWN_FONTS : ALL_FONTS),
    ...(executablePath === own ? { LD_LIBRARY_PATH: join(folder, 'al2023/lib') } : {}),
  };
  // Containers and root have no sandbox, and the pages are ours.
  const args = ['--no-sandbox', '--font-render-hinting=none', '--lang=en'];
  // Shared memory on disk slows a journey by a fifth. Small containers have no other choice.
  const ignoreDefaultArgs = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];
  return { executablePath, args, env, headless: true, ignoreDefaultArgs };
}

/** The folder with browser, libraries and fonts. Created on the first call and for each new version. */
async function unpacked(): Promise<string> {
  const folder = join(CACHE, `browser-${await versions()}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const lock = await takeLock(join(CACHE, 'browser.lock'), { waitMs: UNPACK_MS_MAX });
  try {
    if (!existsSync(folder)) await unpackInto(folder);
  } finally {
    lock.release();
  }
  return folder;
}

async function versions(): Promise<string> {
  const texts = await Promise.all(
    ['@sparticuz/chromium', ...FONTS.map(([name]) => name)].map((name) =>
      readFile(join(packageFolder(name), 'package.json'), 'utf8'),
    ),
  );
  return [...texts.map((text) => (JSON.parse(text) as { version: string }).version), LAYOUT].join('-');
}

async function unpackInto(folder: string): Promise<void> {
  for (const name of await readdir(CACHE)) {
    if (name.startsWith('browser-')) await rm(join(CACHE, name), { recursive: true, force: true });
  }
  const unfinished = `${folder}.unfinished`;
  await mkdir(join(unfinished, 'fonts'), { recursive: true });
  if (process.arch === 'x64') await unpackBrowser(unfinished);
  for (const [name, files] of FONTS)
    await unwrapFonts(join(packageFolder(name), 'files'), join(unfinished, 'fonts'), files);
  await writeFile(join(unfinished, ALL_FONTS), fontsConf(folder, [`${folder}/fonts`, '/usr/share/fonts']));
  await writeFile(join(unfinished, OWN_FONTS), fontsConf(folder, [`${folder}/fonts`]));
  await rename(unfinished, folder);
}

async function unpackBrowser(folder: string): Promise<void> {
  const packed = join(packageFolder('@sparticuz/chromium'), 'bin');
  await mkdir(join(folder, 'al2023'));
  const program = join(folder, 'chromium');
  const unpackTo = (name: string, target: NodeJS.WritableStream) =>
    pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), target);
  await Promise.all([
    unpackTo('chromium.br', createWriteStream(program)).then(() => chmod(program, 0o755)),
    untar((input) => unpackTo('al2023.tar.br', input), join(folder, 'al2023')),
    untar((input) => unpackTo('swiftshader.tar.br', input), folder),
    untar((input) => unpackTo('fonts.tar.br', input), folder),
  ]);
}

async function untar(feed: (input: NodeJS.WritableStream) => Promise<void>, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const done = once(tar, 'close');
  // tar ends with the archive, perhaps before reading the trailing zeros. Its exit code tells whether all was there.
  const fault = await feed(tar.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const [code] = await done;
  if (code !== 0) throw new Error(`tar ended with ${code} in ${folder}`, { cause: fault });
}

/** Chromium accepts no web fonts as system fonts, so unwrap them. */
async function unwrapFonts(from: string, to: string, files: RegExp): Promise<void> {
  const names = (await readdir(from)).filter((name) => files.test(name));
  await Promise.all(
    names.map(async (name) => {
      const font = unwrapWoff(await readFile(join(from, name)));
      await writeFile(join(to, name.replace(/woff$/, 'ttf')), font);
    }),
  );
}

/** Prefers our fonts to the machine's. Has its own cache, since the user's may be read-only. */
function fontsConf(folder: string, fonts: readonly string[]): string {
  const written = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${fonts.map((path) => `  <dir>${written(path)}</dir>`).join('\n')}
  <cachedir>${written(folder)}/fontconfig-cache</cachedir>
  <config></config>
</fontconfig>
`;
}

function packageFolder(name: string): string {
  // Not every package exports its package.json, so search the folders upwards.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed`);
  }
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
