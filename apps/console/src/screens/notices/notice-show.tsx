import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Notice } from '../../api/house/notices.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { stageOf } from '../../features/schedule/stage.ts';
import { StageChip } from '../../features/schedule/stage-chip.tsx';
import { useSpanText } from '../../features/schedule/use-span-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { type LanguageCode, memberLanguage, writtenIn } from '../../features/words/member-languages.ts';
import { LanguageSelect, Preview } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { NoticeActs } from './notice-acts.tsx';
import { NoticeCorrection } from './notice-correction.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { textsOf, useNoticeName } from './notice-texts.ts';

/** One notice in each language, and its schedule. */
export function NoticeShow() {
  return <ShowPage<Notice>>{(notice) => <Whole notice={notice} />}</ShowPage>;
}

function Whole({ notice }: { notice: Notice }) {
  const t = useText();
  const may = useMay();
  const name = useNoticeName();
  const span = useSpanText();
  const stage = stageOf(notice, Date.now());
  const isOwn = notice.code === null;
  const times = useTimes();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const mayChange = isOwn && (stage === 'now' || stage === 'planned') && may('PUT /api/console/notices/{id}');
  return (
    <Stack spacing={2}>
      <BackLink to="/notices">{t('notices.title')}</BackLink>
      <PageHead
        title={name(notice)}
        about={
          notice.editedAtMs === null
            ? span(notice)
            : `${span(notice)} · ${t('notices.edited', { at: times.minute(notice.editedAtMs) })}`
        }
      >
        <StageChip times={notice} />
      </PageHead>
      {mayChange && !isCorrecting ? (
        <NoticeActs notice={notice} begun={stage === 'now'} onCorrect={() => setIsCorrecting(true)} />
      ) : null}
      {isCorrecting ? (
        <NoticeCorrection notice={notice} begun={stage === 'now'} onClose={() => setIsCorrecting(false)} />
      ) : (
        <Section title={t('words.title')}>
          {isOwn ? <Words notice={notice} /> : <Typography color="textSecondary">{t('notices.byHouse')}</Typography>}
        </Section>
      )}
    </Stack>
  );
}

function Words({ notice }: { notice: Notice }) {
  const house = useHouse().data?.locale ?? 'en';
  const texts = textsOf(notice);
  const [code, setCode] = useState<LanguageCode>(memberLanguage(house).code);
  return (
    <Stack spacing={2}>
      <LanguageSelect value={code} onChange={setCode} written={writtenIn(texts)} />
      <Preview
        code={code}
        house={house}
        texts={texts}
        preview={({ title, text }, spoken) => <NoticePreview title={title} text={text} spoken={spoken} />}
      />
    </Stack>
  );
}
