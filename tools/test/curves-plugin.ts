import { dirname, join } from 'node:path';

const FAIR = join(import.meta.dirname, '../../packages/fair/src');
const CURVES = /^@noble\/curves\/(ed25519|bls12-381)\.js$/;
const REMEMBERED_CURVES = join(import.meta.dirname, 'remembered-curves.ts');
const REMEMBERED_BEACON = join(import.meta.dirname, 'remembered-beacon.ts');

/**
 * A plugin of Vite: sources and tests sign and verify through `remembered-curves.ts` and `remembered-beacon.ts`. Both
 * call the real code, once for each input. Tests of the beacon's own code import it as it is.
 */
export function curvesPlugin() {
  return {
    name: 'remembered-curves',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      if (CURVES.test(source)) return REMEMBERED_CURVES;
      const isBeacon = source === './beacon.ts' && dirname(importer) === FAIR && !importer.endsWith('beacon.test.ts');
      return isBeacon ? REMEMBERED_BEACON : null;
    },
  };
}
