import { NASTY } from './nasty.ts';

/** The time of this thread on a core, which a busy machine does not change. */
function cpuMsOf(act: () => void): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

const SHORT = 4_000;
const LONG = 4 * SHORT;
/** The clock of CPU time may have steps of 4 ms; collecting garbage takes some. */
const NOISE_MS = 24;
/** Four times the length takes four times the time, and some for caches that are too small. A square takes sixteen. */
const GROWTH_MAX = 6;

/** Null where the time over all nasty texts grows like their length, else by how much it does; the best of three. */
export function growth(
  judge: (text: string) => void,
  more: readonly ((length: number) => string)[] = [],
): string | null {
  const makers = [...Object.values(NASTY), ...more];
  let said: string | null = null;
  for (let attempt = 0; attempt < 3; attempt++) {
    const [short, long] = [SHORT, LONG].map((length) => {
      const texts = makers.map((make) => make(length));
      return cpuMsOf(() => texts.forEach(judge));
    }) as [number, number];
    if (long <= GROWTH_MAX * short + NOISE_MS) return null;
    said = `${short} ms for ${SHORT} characters, ${long} ms for ${LONG}`;
  }
  return said;
}
