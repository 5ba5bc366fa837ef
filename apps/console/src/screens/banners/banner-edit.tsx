import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Banner, saveBanner, sendBannerPicture } from '../../api/house/banners.ts';
import { Problem } from '../../api/shared/problem.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { Span } from '../../features/schedule/span.tsx';
import { StageChip } from '../../features/schedule/stage-chip.tsx';
import { useSpanText } from '../../features/schedule/use-span-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { type BannerDraft, type BannerField, draftOf, formOf, NEW_BANNER } from './banner-draft.ts';
import { BannerPreview } from './banner-preview.tsx';
import { type ChosenPicture, PictureChoice } from './picture-choice.tsx';
import { PlaceFields } from './place-fields.tsx';
import { useFilledText } from './use-filled-text.ts';
import { WithdrawBanner } from './withdraw-banner.tsx';

export function BannerCreate() {
  return (
    <RoleGuard needs="POST /api/console/banners">
      <BannerForm banner={null} />
    </RoleGuard>
  );
}

export function BannerEdit() {
  return <ShowPage<Banner>>{(banner) => <BannerForm key={banner.id} banner={banner} />}</ShowPage>;
}

/** Form for a banner, with a preview. Read-only without the right to change it. */
function BannerForm({ banner }: { banner: Banner | null }) {
  const t = useText();
  const may = useMay();
  const { data: house } = useHouse();
  const mayChange = may('POST /api/console/banners') && (banner?.withdrawnAtMs ?? null) === null;
  return (
    <Stack spacing={2}>
      <BackLink to="/banners">{t('banners.title')}</BackLink>
      <PageHead title={banner?.words.title ?? t('banners.create')} about={t('banners.about')}>
        {banner === null ? null : <StageChip times={banner} />}
        {banner !== null && mayChange ? <WithdrawBanner id={banner.id} /> : null}
      </PageHead>
      {banner !== null && banner.withdrawnAtMs !== null ? (
        <Alert severity="info" variant="outlined">
          {t('banners.isWithdrawn')}
        </Alert>
      ) : null}
      {house === undefined ? null : <Fields banner={banner} house={house.locale} mayChange={mayChange} />}
    </Stack>
  );
}

type Spoken = Parameters<typeof BannerPreview>[0]['spoken'];

function Fields({ banner, house, mayChange }: { banner: Banner | null; house: string; mayChange: boolean }) {
  const t = useText();
  const { draft, change, chosen, setChosen, unsaved, act, check } = useBannerForm(banner, house);
  const wrong = wrongFields(act.error);
  const filled = useFilledText();
  const span = useSpanText();
  const ownUrl = pictureUrlOf(banner, chosen, draft.made);
  const preview = ({ title, text }: Readonly<Record<BannerField, string>>, spoken: Spoken) => (
    <BannerPreview
      title={title}
      text={filled(text, spoken.lang)}
      spoken={spoken}
      made={draft.made}
      pictureUrl={ownUrl}
    />
  );
  return (
    <Form onSubmit={check.begin} draft={unsaved}>
      <Section title={t('words.title')}>
        <WordsEditor
          fields={[
            { name: 'title', label: t('banners.subject'), lengthMax: 120 },
            { name: 'text', label: t('banners.text'), lengthMax: 400, rows: 2 },
          ]}
          texts={draft.texts}
          onChange={(texts) => change({ texts })}
          disabled={!mayChange}
          preview={preview}
        />
      </Section>
      <Section title={t('banners.picture')}>
        <PictureChoice
          made={draft.made}
          chosen={chosen}
          hasOwn={(banner?.pictureVersion ?? null) !== null}
          disabled={!mayChange}
          onMade={(made) => {
            setChosen(null);
            change({ made });
          }}
          onChosen={(next) => {
            setChosen(next);
            change({ made: null });
          }}
        />
      </Section>
      <Section title={t('banners.place')}>
        <PlaceFields draft={draft} onChange={change} wrong={wrong} disabled={!mayChange} />
      </Section>
      <Section title={t('schedule.shown')}>
        <Span value={draft.times} onChange={(times) => change({ times })} wrong={wrong} disabled={!mayChange} />
      </Section>
      <FormProblem error={check.problem} />
      {mayChange ? (
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={act.isPending}>
            {t('banners.review')}
          </Button>
          <Typography color="textSecondary">{t('banners.saveHint')}</Typography>
        </Stack>
      ) : null}
      <PublishDialog
        open={check.isOpen}
        title={t('banners.reviewTitle')}
        about={t('banners.reviewAbout', { span: span(draft.times) })}
        act={t('banners.save')}
        texts={draft.texts}
        preview={preview}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    </Form>
  );
}

function useBannerForm(banner: Banner | null, house: string) {
  const t = useText();
  const navigate = useNavigate();
  const [draft, setDraft, unsaved] = useDraft<BannerDraft>(`banners/${banner?.id ?? 'new'}`, () =>
    banner === null ? NEW_BANNER : draftOf(banner, house),
  );
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  /** Id once the banner is saved. If its picture is then refused, the next try changes it instead of adding another. */
  const [made, setMade] = useState<string | null>(banner?.id ?? null);
  const act = useAct(
    async () => {
      const form = formOf(draft, house);
      if (form === null) throw new Problem('banner-incomplete', 0);
      const saved = await saveBanner(made, form);
      setMade(saved.id);
      return chosen === null ? saved : sendBannerPicture(saved.id, chosen.file);
    },
    {
      draft: unsaved,
      confirmation: () => t('banners.done.save'),
      onDone: () => void navigate('/banners'),
    },
  );
  const check = usePublishCheck(() => (formOf(draft, house) === null ? new Problem('banner-incomplete', 0) : null));
  const change = (part: Partial<BannerDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, chosen, setChosen, unsaved, act, check };
}

/** URL of the picture: the newly chosen one, else the banner's own, unless a pattern replaces it. */
function pictureUrlOf(banner: Banner | null, chosen: ChosenPicture | null, made: string | null): string | null {
  if (chosen !== null) return chosen.url;
  if (made !== null || banner === null || banner.pictureVersion === null) return null;
  return `/api/banners/${banner.id}/picture?v=${banner.pictureVersion}`;
}
