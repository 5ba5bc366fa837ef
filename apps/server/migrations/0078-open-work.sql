-- Indexes of what waits alone, so that looking into a queue does not grow with all that was ever done; and of when
-- things came in, by which the totals of the console's lists are counted on.
create index thread_waiting on desk.thread (waits_since) where waits_since is not null;
create index thread_by_time on desk.thread (opened_at);
create index withdrawal_in_review on payments.withdrawal (submitted_at) include (review_due_at)
  where state = 'in-review';
create index withdrawal_by_submission on payments.withdrawal (submitted_at);
