/** The same numbers between 0 and 1 each time, for one seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function clamp(value: number, from = 0, to = 1): number {
  return Math.max(from, Math.min(to, value));
}

/** How far `t` has come from `from` to `to`: 0 to 1, slow at both ends. */
export function ease(t: number, from: number, to: number): number {
  const x = clamp((t - from) / (to - from));
  return x * x * (3 - 2 * x);
}

export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** Between two colours written `#RRGGBB`. */
export function blend(a: string, b: string, share: number): string {
  const part = (at: number) => {
    const value = mix(Number.parseInt(a.slice(at, at + 2), 16), Number.parseInt(b.slice(at, at + 2), 16), clamp(share));
    return Math.round(value).toString(16).padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Along colours that stand at equal steps between 0 and 1. */
export function blendAlong(colours: readonly string[], share: number): string {
  const at = clamp(share) * (colours.length - 1);
  const first = Math.min(colours.length - 2, Math.floor(at));
  return blend(colours[first] ?? '#000000', colours[first + 1] ?? '#000000', at - first);
}
