/**
 * A witness that is killed at a moment of its first writing:
 *   node dying-witness.ts MOMENT OPTIONS
 * OPTIONS are those of `startWitness` as JSON, MOMENT is one of `MOMENTS`. Prints its address when it is ready.
 */
import { type Disk, realDisk } from '../../src/storage/disk.ts';
import { startWitness } from '../../src/witness/witness.ts';

const [moment = '', options = ''] = process.argv.slice(2);

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

async function around(name: string, work: () => Promise<void>): Promise<void> {
  if (moment === `before-${name}`) await die();
  await work();
  if (moment === `after-${name}`) await die();
}

const disk: Disk = {
  replace: (path, text) => around('replace', () => realDisk.replace(path, text)),
  writeAt: (path, position, bytes) =>
    around('write', async () => {
      if (moment === 'amid-write') {
        await realDisk.writeAt(path, position, bytes.subarray(0, bytes.length - 40));
        await die();
      }
      await realDisk.writeAt(path, position, bytes);
    }),
};

const { url } = await startWitness(JSON.parse(options), { disk });
console.log(JSON.stringify({ url }));
