/** A time in its best unit, rounded up: minutes up to ten, steps of five up to an hour, then hours. */
export function answerSpan(minutes: number): { unit: 'minutes' | 'hours'; count: number } {
  if (minutes <= 10) return { unit: 'minutes', count: minutes };
  const count = Math.ceil(minutes / 5) * 5;
  return count < 60 ? { unit: 'minutes', count } : { unit: 'hours', count: Math.ceil(minutes / 60) };
}
