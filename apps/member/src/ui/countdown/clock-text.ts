/** Formats seconds as a clock: 00:07, 04:09, 1:04:09. Digits stay Latin, since callers set it left to right. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
  const two = (value: number) => value.toString().padStart(2, '0');
  return parts[0] > 0 ? `${parts[0]}:${two(parts[1])}:${two(parts[2])}` : `${two(parts[1])}:${two(parts[2])}`;
}
