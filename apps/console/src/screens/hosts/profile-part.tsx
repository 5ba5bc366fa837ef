import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  changeHost,
  type FullHost,
  type HostFacts,
  hostPictureAddress,
  writeHostWords,
} from '../../api/library/hosts.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { type LanguageCode, memberLanguage, type Texts, writtenIn } from '../../features/words/member-languages.ts';
import { LanguageSelect, Preview } from '../../features/words/words-editor.tsx';
import { Section } from '../../ui/section.tsx';
import { FactsFields } from './facts-fields.tsx';
import { checkFacts, checkTexts, type HostField } from './host-draft.ts';
import { HostPreview } from './host-preview.tsx';
import { HostWords } from './host-words.tsx';

/** The public profile, and forms to change it. */
export function ProfilePart({ host, mayChange }: { host: FullHost; mayChange: boolean }) {
  const t = useText();
  const house = useHouse().data?.locale ?? 'en';
  const [chosen, setChosen] = useState<LanguageCode | null>(null);
  const [open, setOpen] = useState<'words' | 'facts' | null>(null);
  const code = chosen ?? memberLanguage(house).code;
  const texts: Texts<HostField> = host.texts ?? {};
  const pictures = host.pictures.filter(({ approved }) => approved).map(({ id }) => hostPictureAddress(host.id, id));
  return (
    <Section
      title={t('hosts.profile')}
      actions={
        mayChange ? (
          <>
            <Button onClick={() => setOpen('facts')}>{t('hosts.changeFacts')}</Button>
            <Button onClick={() => setOpen('words')}>{t('hosts.writeWords')}</Button>
          </>
        ) : null
      }
    >
      <Stack spacing={2}>
        {host.texts === null ? (
          <Typography color="textSecondary">{t('hosts.noWords')}</Typography>
        ) : (
          <>
            <LanguageSelect value={code} onChange={setChosen} written={writtenIn(texts)} />
            <Preview
              code={code}
              house={house}
              texts={texts}
              preview={(words, spoken) => (
                <HostPreview
                  words={words}
                  spoken={spoken}
                  services={host.services.map((one) => t(`hosts.service.${one}`)).join(', ')}
                  languages={host.languages.map((one) => memberLanguage(one).name).join(', ')}
                  pictures={pictures}
                />
              )}
            />
          </>
        )}
        {host.draftRefused === null ? null : (
          <Typography color="textSecondary">{t('hosts.lastRefused', { why: host.draftRefused })}</Typography>
        )}
      </Stack>
      {open === 'facts' ? <FactsDialog host={host} onClose={() => setOpen(null)} /> : null}
      {open === 'words' ? <WordsDialog host={host} onClose={() => setOpen(null)} /> : null}
    </Section>
  );
}

interface DialogProps {
  host: FullHost;
  onClose: () => void;
}

function FactsDialog({ host, onClose }: DialogProps) {
  const t = useText();
  const [facts, setFacts, draft] = useDraft<HostFacts>(`hosts/${host.id}/facts`, {
    cityId: host.cityId,
    services: host.services,
    languages: host.languages as HostFacts['languages'],
  });
  const act = useAct(
    async () => {
      checkFacts(facts);
      return changeHost(host.id, facts);
    },
    { draft, confirmation: () => t('hosts.done.change'), onDone: onClose },
  );
  return (
    <ActDialog
      open
      title={t('hosts.changeFacts')}
      about={<Typography>{t('hosts.needsYes')}</Typography>}
      act={t('hosts.save')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <FactsFields value={facts} onChange={setFacts} wrong={wrongFields(act.error)} />
    </ActDialog>
  );
}

function WordsDialog({ host, onClose }: DialogProps) {
  const t = useText();
  const [texts, setTexts, draft] = useDraft<Texts<HostField>>(`hosts/${host.id}/words`, host.draft ?? host.texts ?? {});
  const act = useAct(async () => writeHostWords(host.id, checkTexts(texts)), {
    draft,
    confirmation: () => t('hosts.done.words'),
    onDone: onClose,
  });
  return (
    <ActDialog
      open
      title={t('hosts.writeWords')}
      about={<Typography>{t('hosts.needsYes')}</Typography>}
      act={t('hosts.save')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <HostWords facts={host} texts={texts} onChange={setTexts} wrong={wrongFields(act.error)} />
    </ActDialog>
  );
}
