-- Giving the price of a title back is money that moves: from an amount on one of the staff proposes it and another
-- confirms it.
alter table staff.proposal
  drop constraint proposal_what_check,
  add constraint proposal_what_check check (what in ('table', 'money-rule', 'service-url', 'purchase-refund'));

-- Staff look through all purchases by time; where nobody narrows them to a title.
create index purchase_by_time on video.purchase (at desc, id desc);
