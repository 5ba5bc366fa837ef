import type { BookBreach } from './follow-book.ts';

/** The evidence file of a breach, as text. Anyone with the keys can verify it without the house. */
export function evidenceOf(breach: BookBreach): string {
  const { kind, foundAtMs, followed, shown, otherRoot, proof } = breach;
  const file = {
    format: 'tercet/v1 book breach',
    kind,
    foundAt: new Date(foundAtMs).toISOString(),
    seenBefore: followed && {
      note: followed.note,
      logKey: followed.logKey,
      seenAt: new Date(followed.seenAtMs).toISOString(),
      followedSince: new Date(followed.sinceMs).toISOString(),
    },
    shownNow: shown,
    rootAtOldSize: otherRoot,
    consistencyProof: proof,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function evidenceName(breach: BookBreach): string {
  return `tercet-book-breach-${new Date(breach.foundAtMs).toISOString().slice(0, 10)}.json`;
}
