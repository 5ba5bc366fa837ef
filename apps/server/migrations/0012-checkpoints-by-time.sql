-- The evidence of a draw asks which checkpoints there were at a moment.
create index checkpoint_at on book.checkpoint (at);
