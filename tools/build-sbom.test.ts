import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedPackages, productionOf } from '../dev/pages/production-packages.ts';
import { licenceTexts } from '../dev/pages/third-party-licences.ts';
import { sbomOf } from './build-sbom.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = lockedPackages(ROOT);
/** npm reads the whole lock file, twice. */
const NPM_MS = 90_000;
/** Packages of others in the server's image, without links to the project's own. */
const SHIPPED = [...productionOf(PACKAGES, 'apps/server')].filter(
  (path) => path.includes('node_modules/') && !PACKAGES[path]?.link,
);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test(
  'the bill of materials lists every package of the server image, and is the same each time',
  () => {
    const sbom = sbomOf('apps/server');
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      // npm takes the name of the folder.
      metadata: { component: { name: 'tercet' } },
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
    });
    expect(SHIPPED.length).toBeGreaterThan(50);
    const listed = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`));
    const shipped = SHIPPED.map((path) => `${nameOf(path)} ${PACKAGES[path]?.version}`);
    expect(shipped.filter((one) => !listed.has(one))).toEqual([]);
    expect(sbomOf('apps/server')).toEqual(sbom);
  },
  NPM_MS,
);

test('the licence texts name every installed package, and a text for nearly all', () => {
  const text = licenceTexts(ROOT, ['apps/server', 'apps/member']);
  for (const name of ['fastify', 'pg', 'sharp', '@fontsource/noto-sans', 'react', 'hls.js']) {
    expect(text).toContain(`\n${name} ${PACKAGES[`node_modules/${name}`]?.version} (`);
  }
  const parts = text.split(/^(?=\S.* \(.*\)\n=+$)/m);
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((part) => part.trim().split('\n').length < 4).length).toBeLessThan(parts.length / 10);
});

test('no package has a licence that forbids what the club does', () => {
  const others = SHIPPED.map((path) => [nameOf(path), PACKAGES[path]?.license ?? 'none']).filter(
    ([, licence = '']) =>
      !/\b(MIT|ISC|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|OFL-1\.1|BlueOak-1\.0\.0|MPL-2\.0)\b/.test(licence),
  );
  // The library of sharp is loaded as a separate file. png-js declares no licence, and its file has the MIT text.
  const known = others.filter(([name = '']) => name.startsWith('@img/sharp-libvips-') || name === 'png-js');
  expect(others).toEqual(known);
});
