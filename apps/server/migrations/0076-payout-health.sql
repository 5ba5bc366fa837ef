-- What was last found wrong with payouts, beside the switch and its entry in the book: top-ups and purchases stop by it
-- also in the hour in which nothing may be written in the book.
create table payments.payout_health (
  one boolean primary key default true check (one),
  fault text check (fault in ('payouts-failing', 'payouts-slow'))
);
