import { expect, test } from 'vitest';
import { othersReviews, ownReview } from './counting-review.ts';

const review = (staffId: string, verdict: string, counts = true) => ({ staffId, verdict, counts });

test('of each person the last review counts, unless the server says otherwise', () => {
  const reviews = [review('ana', 'approve'), review('bob', 'approve'), review('ana', 'refuse')];
  expect(ownReview(reviews, 'ana')).toBe(reviews[2]);
  expect(ownReview(reviews, 'cleo')).toBeNull();
  expect(ownReview([review('ana', 'approve', false)], 'ana')).toBeNull();
  expect(othersReviews(reviews, 'cleo', 'approve')).toEqual([reviews[1]]);
  expect(othersReviews(reviews, 'bob', 'approve')).toEqual([]);
  expect(othersReviews(reviews, 'bob', 'refuse')).toEqual([reviews[2]]);
});
