import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useSearchParams } from 'react-router';
import type { Member } from '../../api/members/members.ts';
import { useText } from '../../features/language/use-text.ts';
import { NotesPart } from '../../features/members/notes-part.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { ShowPage } from '../../features/show/show-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { ActsPart } from './acts-part.tsx';
import { MemberActs } from './member-acts.tsx';
import { MessagesPart } from './messages-part.tsx';
import { Overview } from './overview.tsx';
import { STATE_TONE } from './state-tone.ts';
import { StatementPart } from './statement-part.tsx';

const PARTS = ['overview', 'statement', 'messages', 'acts', 'notes'] as const;
type Part = (typeof PARTS)[number];

/** One member. Each part loads when it is opened, since each read is logged. */
export function MemberShow() {
  return <ShowPage<Member>>{(member) => <MemberPage key={member.id} member={member} />}</ShowPage>;
}

function MemberPage({ member }: { member: Member }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const part: Part = PARTS.find((one) => one === search.get('part')) ?? 'overview';
  return (
    <Stack spacing={2}>
      <BackLink to="/members">{t('members.title')}</BackLink>
      <PageHead title={member.userName} about={member.realName ?? t('members.noRealName')}>
        <StateChip tone={STATE_TONE[member.state]} label={t(`members.state.${member.state}`)} />
      </PageHead>
      <MemberActs member={member} />
      <Tabs
        value={part}
        onChange={(_, next: Part) => setSearch(next === 'overview' ? {} : { part: next }, { replace: true })}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('members.parts')}
        sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 40 }}
      >
        {PARTS.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`tab-${one}`}
            aria-controls="member-part"
            label={t(`members.part.${one}`)}
            sx={{ minHeight: 40 }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="member-part" aria-labelledby={`tab-${part}`}>
        {part === 'overview' ? <Overview member={member} /> : <Listed part={part} memberId={member.id} />}
      </div>
    </Stack>
  );
}

function Listed({ part, memberId }: { part: Exclude<Part, 'overview'>; memberId: string }) {
  if (part === 'statement') return <StatementPart memberId={memberId} />;
  if (part === 'messages') return <MessagesPart memberId={memberId} />;
  if (part === 'acts') return <ActsPart memberId={memberId} />;
  return <NotesPart memberId={memberId} />;
}
