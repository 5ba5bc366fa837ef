interface Review {
  staffId: string;
  verdict: string;
  /** Absent: always. */
  counts?: boolean;
}

/** The last review of this person that counts; null if there is none. */
export function ownReview<T extends Review>(reviews: readonly T[], staffId: string): T | null {
  const last = reviews.findLast((review) => review.staffId === staffId) ?? null;
  return last?.counts === false ? null : last;
}

/** The last review with this verdict of each other person that counts, oldest first. */
export function othersReviews<T extends Review>(reviews: readonly T[], staffId: string, verdict: T['verdict']): T[] {
  const others = [...new Set(reviews.map((review) => review.staffId))].filter((id) => id !== staffId);
  return others.flatMap((id) => {
    const last = ownReview(reviews, id);
    return last?.verdict === verdict ? [last] : [];
  });
}
