-- A refund that failed, or came back after it was done, is not done again under the same reference: a provider does
-- each once. Null is the payment's own id.
alter table payments.payment add column refund_ref uuid;

-- What a provider takes back, or cannot carry out after all, is counted like what fits nothing.
-- safe: the words of before are among those of the new index, so that code of before finds it
drop index payments.provider_event_astray;
create index provider_event_astray on payments.provider_event (handled_at)
  where outcome in ('unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount',
    'capture-failed', 'charged-back', 'refund-failed');
