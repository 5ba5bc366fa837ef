-- Messages of a provider that were handled and fit nothing: they are counted whenever somebody looks at the figures.
create index provider_event_astray on payments.provider_event (handled_at)
  where outcome in ('unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount');
