-- Giving the price of a title back is money that moves: from an amount on one of the staff proposes it and another
-- confirms it.
alter table staff.proposal
  drop constraint proposal_what_check,
  add constraint proposal_what_check check (what in ('table', 'money-rule', 'service-url', 'purchase-refund'));

-- Staff look through all purchases by time; where nobody narrows them to a title.
create index purchase_by_time on video.purchase (at desc, id desc);

-- The server's own role opens no film for nothing either: a purchase needs the transfer that took its price, a refund
-- the one that gave it back, once; and a title shows films that were sent for it.
alter table video.purchase enable row level security;
create policy purchase_read on video.purchase for select using (true);
create policy purchase_add on video.purchase for insert with check (
  refunded_at is null and exists (
    select from ledger.transfer t
    where t.bucket = purchase.bucket and t.member_id = purchase.member_id and t.day = purchase.day
      and t.ref = purchase.id and t.kind = 'purchase' and t.amount = purchase.price));
create policy purchase_refund on video.purchase for update using (refunded_at is null) with check (
  exists (
    select from ledger.transfer t
    where t.bucket = purchase.bucket and t.member_id = purchase.member_id
      and t.day = (purchase.refunded_at at time zone 'UTC')::date
      and t.ref = purchase.id and t.kind = 'purchase-refund' and t.amount = purchase.price));

alter table video.title enable row level security;
create policy title_read on video.title for select using (true);
create policy title_add on video.title for insert with check (film_id is null);
create policy title_change on video.title for update using (true) with check (
  film_id is null or exists (select from video.film f where f.id = title.film_id and f.title_id = title.id));
