-- A house for real money draws by the public beacon and before witnesses, and no house changes what it plays for: a
-- table names the mode of its house, so that neither can be another than it was when the first table was published.
alter table house.house add constraint house_mode_key unique (mode);

alter table lottery.house_table
  add column mode text not null default 'play' references house.house (mode),
  -- The beacon is drand's quicknet: chain, genesis and period as packages/fair pins them.
  add constraint live_table_is_public check (mode = 'play' or (
    chain_hash = '\x52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
    and beacon_genesis = 1692803367 and beacon_period = 3 and policy is not null));

-- Whoever inserts a table says for which house: a default would be believed.
alter table lottery.house_table alter column mode drop default;
