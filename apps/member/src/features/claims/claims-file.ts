import type { StoredClaim } from './claim-store.ts';

/** A file with all claims about one draw, as evidence. */
export function claimsFile(claims: readonly StoredClaim[]): string {
  const stated = claims.map(({ claim, source, seenAtMs, evidence }) => ({
    claim,
    source,
    seenAt: new Date(seenAtMs).toISOString(),
    answer: readJson(evidence),
  }));
  return `${JSON.stringify({ format: 'tercet/v1 claims', drawId: claims[0]?.drawId, said: stated }, null, 1)}\n`;
}

export function claimsFileName(drawId: string): string {
  return `tercet-two-answers-${drawId.replace('/', '-')}.json`;
}

/** A shortened answer is no longer valid JSON; it stays text. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
