import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that strangers install, and where its parts come from. */
export interface Published {
  /** Name of its folder among the built packages. */
  folder: string;
  /** Folder of its workspace in the repository. */
  source: string;
  name: string;
  description: string;
  keywords: string[];
  /** Parts of the workspace that are copied as they are. */
  copied: string[];
  /** Executable files by path, with their text. */
  programs: Record<string, string>;
  exports: Record<string, unknown>;
  bin?: Record<string, string>;
  /** Paths of modules that act when they are imported; false for none. */
  sideEffects: false | string[];
}

const MODULE = { types: './dist/index.d.ts', default: './dist/index.js' };

const PROGRAM = `#!/usr/bin/env node
import { main } from '../dist/main.js';

process.exitCode = await main(process.argv.slice(2));
`;

/** In the order in which they are built: a package follows those that it needs. */
export const PACKAGES: readonly Published[] = [
  {
    folder: 'fair',
    source: 'packages/fair',
    name: '@tercet/fair',
    description: 'Verify dice draws, receipts, public books and statements of the protocol tercet/v1.',
    keywords: ['provably-fair', 'drand', 'merkle-tree', 'transparency-log', 'verifier', 'tercet'],
    copied: ['schemas'],
    programs: {},
    exports: { '.': MODULE, './schemas/*': './schemas/*', './package.json': './package.json' },
    sideEffects: false,
  },
  {
    folder: 'tercet',
    source: 'packages/verify',
    name: 'tercet',
    description: 'Verify, witness and monitor a Tercet club from the command line, without trusting it.',
    keywords: ['provably-fair', 'drand', 'transparency-log', 'witness', 'monitor', 'cli', 'tercet'],
    copied: [],
    programs: { 'bin/tercet.js': PROGRAM },
    exports: {
      '.': { types: './dist/main.d.ts', default: './dist/main.js' },
      './package.json': './package.json',
    },
    bin: { tercet: './bin/tercet.js' },
    sideEffects: ['./bin/tercet.js'],
  },
];

/** `crypto.hash` appeared in Node 20.12. */
const NODE = '>=20.12';

interface Manifest {
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

/** The package.json of a published package. It has the version of the root and the dependencies of its workspace. */
export function manifestOf(root: string, published: Published) {
  const { version, license } = read(join(root, 'package.json'));
  const { dependencies = {} } = read(join(root, published.source, 'package.json'));
  const { name, description, keywords, exports, bin, copied, programs, sideEffects } = published;
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines: { node: NODE },
    exports,
    ...(bin === undefined ? {} : { bin }),
    files: ['dist', ...copied, ...new Set(Object.keys(programs).map((path) => path.split('/')[0] ?? ''))],
    sideEffects,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([one, range]) => [one, one.startsWith('@tercet/') ? version : range]),
    ),
    publishConfig: { access: 'public', provenance: true },
  };
}

function read(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
