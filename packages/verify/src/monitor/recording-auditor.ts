import { type AuditTerms, BookAuditor, type TableEntry } from '@tercet/fair';

/** An audit that records the times of witnesses which it was given, so that it can be repeated without them. */
export class RecordingAuditor extends BookAuditor {
  #seen: Record<number, number> = {};

  override judgeBy(terms: AuditTerms): void {
    super.judgeBy({
      ...terms,
      seenAt: (seq: number, table: TableEntry) => {
        const at = terms.seenAt?.(seq, table) ?? null;
        if (at !== null) this.#seen[seq] = at;
        return at;
      },
    });
  }

  /** Times by index of the entry since the last call. */
  takeSeen(): Record<number, number> {
    const seen = this.#seen;
    this.#seen = {};
    return seen;
  }
}
