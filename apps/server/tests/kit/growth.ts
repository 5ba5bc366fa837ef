import { NASTY } from './nasty.ts';

/** CPU time of this thread in milliseconds; independent of other load. */
function cpuMsOf(act: () => void): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

const SHORT = 4_000;
const LONG = 4 * SHORT;
/** Tolerance in milliseconds: CPU clocks may tick every 4 ms, and garbage collection takes some. */
const NOISE_MS = 24;
/**
 * Largest permitted ratio of times when the length quadruples. Linear code takes 4 times as long, plus cache misses;
 * quadratic code 16 times.
 */
const GROWTH_MAX = 6;

/**
 * Returns null if the time grows linearly with the length of every nasty text; otherwise describes the growth. The best
 * of three measurements counts.
 */
export function growth(
  judge: (text: string) => void,
  more: readonly ((length: number) => string)[] = [],
): string | null {
  const makers = [...Object.values(NASTY), ...more];
  let text: string | null = null;
  for (let attempt = 0; attempt < 3; attempt++) {
    const [short, long] = [SHORT, LONG].map((length) => {
      const texts = makers.map((make) => make(length));
      return cpuMsOf(() => texts.forEach(judge));
    }) as [number, number];
    if (long <= GROWTH_MAX * short + NOISE_MS) return null;
    text = `${short} ms for ${SHORT} characters, ${long} ms for ${LONG}`;
  }
  return text;
}
