import { firstLoad } from './first-load.ts';
import { placeSlip } from './place-slip.ts';
import { settle } from './settle.ts';

const BENCHES: Record<string, () => Promise<void>> = { 'place-slip': placeSlip, settle, 'first-load': firstLoad };

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!Object.hasOwn(BENCHES, name)) {
    console.error(`no benchmark is called ${name}; there are: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) await BENCHES[name]?.();
