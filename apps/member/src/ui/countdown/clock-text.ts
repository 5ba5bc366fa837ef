/** Seconds as a clock reads: 0:07, 4:09, 1:04:09. Digits stay Latin: they are set in a left-to-right run. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
  const two = (value: number) => value.toString().padStart(2, '0');
  return parts[0] > 0 ? `${parts[0]}:${two(parts[1])}:${two(parts[2])}` : `${two(parts[1])}:${two(parts[2])}`;
}
