const TAP_MS = 8;

/** A tap that the finger feels, on phones that can. */
export function tap(): void {
  if ('vibrate' in navigator) navigator.vibrate(TAP_MS);
}
