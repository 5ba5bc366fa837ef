import { dirname, join } from 'node:path';

const FAIR = join(import.meta.dirname, '../../packages/fair/src');
const REMEMBERED = {
  signatures: join(import.meta.dirname, 'remembered-signatures.ts'),
  beacon: join(import.meta.dirname, 'remembered-beacon.ts'),
};

/**
 * A plugin of Vite: sources and tests verify signatures through `remembered-signatures.ts` and `remembered-beacon.ts`.
 * Both call the real code, once for each input. Tests of the beacon's own code import it as it is.
 */
export function signaturePlugin() {
  return {
    name: 'remembered-signatures',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      if (Object.values(REMEMBERED).includes(importer)) return null;
      if (source === '@noble/curves/ed25519.js') return REMEMBERED.signatures;
      const isBeacon = source === './beacon.ts' && dirname(importer) === FAIR && !importer.endsWith('beacon.test.ts');
      return isBeacon ? REMEMBERED.beacon : null;
    },
  };
}
