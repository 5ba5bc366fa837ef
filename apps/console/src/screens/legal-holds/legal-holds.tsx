import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { plainText } from '@tercet/contract/words.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { HOLD_STATES, type HoldState, listLegalHolds, listOpenHolds } from '../../api/members/legal-holds.ts';
import { findMemberId } from '../../api/members/members.ts';
import { MemberPanel } from '../../features/decision/member-panel.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { readListAddress } from '../../features/list/list-address.ts';
import { EmptyList, LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useMay } from '../../features/session/store.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { HoldCard } from './hold-card.tsx';
import { ProposeHold } from './propose-hold.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Legal holds on one member's money; the URL names the member. */
export function LegalHolds() {
  const t = useText();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const member = search.get('member') ?? '';
  const [typed, setTyped] = useState(member);
  const [isUnknown, setIsUnknown] = useState(false);
  const find = useMutation({
    mutationFn: () => findMemberId(plainText(typed)),
    onSuccess(found) {
      setIsUnknown(found === null);
      if (found !== null) setSearch({ member: found });
    },
  });
  const submit = () => {
    if (plainText(typed) !== '' && !find.isPending) find.mutate();
  };
  return (
    <Stack spacing={2}>
      <PageHead title={t('holds.title')} about={t('holds.about')} />
      <Form by="enter" direction={{ xs: 'column', sm: 'row' }} spacing={1} onSubmit={submit}>
        <TextField
          label={t('holds.member')}
          helperText={isUnknown ? t('holds.memberBad') : t('holds.memberHint')}
          error={isUnknown}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsUnknown(false);
          }}
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', maxLength: 36 } }}
          sx={{ maxWidth: 460 }}
        />
        <Button type="submit" variant="outlined" sx={{ height: 40, flexShrink: 0 }}>
          {t('holds.look')}
        </Button>
      </Form>
      <FormProblem error={find.error} />
      {UUID.test(member) ? <MemberPanel memberId={member} /> : null}
      {UUID.test(member) ? <Holds key={member} memberId={member} /> : <OpenHolds />}
      {UUID.test(member) && may('POST /api/console/members/{memberId}/legal-holds') ? (
        <ProposeHold memberId={member} />
      ) : null}
    </Stack>
  );
}

/** Proposed and active holds of all members, or those of one state. */
function OpenHolds() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const filter = readListAddress(search).filter?.state;
  const state = HOLD_STATES.find((one) => one === filter) ?? 'open';
  const show = (next: string) => setSearch(next === 'open' ? {} : { filter: JSON.stringify({ state: next }) });
  return (
    <>
      <TextField
        select
        label={t('list.state')}
        value={state}
        onChange={({ target }) => show(target.value)}
        sx={{ maxWidth: 460 }}
      >
        {HOLD_STATES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`holds.filter.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <ListedHolds state={state} />
    </>
  );
}

function ListedHolds({ state }: { state: HoldState }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['legal-holds', 'all', state],
    queryFn: ({ signal }) => listOpenHolds(signal, state),
    retry: false,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={3} />;
  if (data.length === 0) return <EmptyList text={t(state === 'open' ? 'holds.noneOpen' : 'holds.noneSuch')} />;
  return data.map((hold) => <HoldCard key={hold.id} memberId={hold.memberId} hold={hold} named />);
}

function Holds({ memberId }: { memberId: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['legal-holds', memberId],
    queryFn: ({ signal }) => listLegalHolds(memberId, signal),
    retry: false,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={3} />;
  if (data.length === 0) return <EmptyList text={t('holds.empty')} />;
  return data.map((hold) => <HoldCard key={hold.id} memberId={memberId} hold={hold} />);
}
