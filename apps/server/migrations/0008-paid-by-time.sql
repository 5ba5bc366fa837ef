-- Every API process looks every two seconds at what was paid lately; the table keeps all that ever was.
create index paid_whole on draw.paid (at, lottery_id, period, step) where bucket = -1;
