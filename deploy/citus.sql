\set ON_ERROR_STOP on
do $$
declare
  v_done integer;
  v_table record;
begin
  set local citus.multi_shard_modify_mode to 'sequential';
  for v_table in select unnest(array['lottery.class','lottery.lottery','staff.account'])::regclass as oid loop
    if not exists (select from pg_dist_partition p where p.logicalrelid = v_table.oid and p.repmodel = 't') then
      perform create_reference_table(v_table.oid);
    end if;
  end loop;
end $$;
do $$
declare v_table record; v_n integer; t0 timestamptz;
begin
  loop
    v_n := 0;
    for v_table in
      select c.oid::regclass as rel
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r','p') and not c.relispartition and n.nspname in ('complaints','desk','directory','ledger','lottery','members','payments','video','draw')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'bucket')
        and c.oid not in ('draw.paid'::regclass, 'members.user_name_claim'::regclass, 'payments.reference'::regclass)
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
        and not exists (select from pg_constraint k join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'bucket'
          where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid
            and not exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid))
      order by c.oid <> 'ledger.gate'::regclass, 1
    loop
      t0 := clock_timestamp();
      begin
      perform create_distributed_table(v_table.rel, 'bucket', colocate_with => case when v_table.rel = 'ledger.gate'::regclass then 'none' else 'ledger.gate' end);
      v_n := v_n + 1;
      exception when others then raise warning '% : %', v_table.rel, sqlerrm; end;
      raise notice '% %', v_table.rel, clock_timestamp() - t0;
    end loop;
    exit when v_n = 0;
  end loop;
end $$;
