import { LANGUAGES } from '@tercet/contract/languages.ts';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type HostTexts, writeMyTexts } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { Button } from '../../ui/button/button.tsx';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

const NAME_MAX = 60;
const ABOUT_MAX = 2_000;

/** Editor for name and text in each language. Staff review changes before members see them. */
export function MyTexts({ link, profile }: MyProfileProps) {
  const t = useTranslations('hostLink.words');
  const stored = profile.draft ?? profile.texts ?? {};
  const [texts, setTexts] = useState<HostTexts>(stored);
  const [choosing, setChoosing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const codes = Object.keys(texts);
  const isWhole = codes.length > 0 && Object.values(texts).every(({ name, about }) => name.trim() && about.trim());
  const { busy, problemText, act } = useProfileAct(link, async () => {
    const now = await writeMyTexts(link.token, texts);
    setConfirming(false);
    say(t('sent'));
    return now;
  });
  const rest = LANGUAGES.filter(({ code }) => !codes.includes(code));
  const write = (code: string, next: Partial<HostTexts[string]>) =>
    setTexts((now) => ({ ...now, [code]: { name: '', about: '', ...now[code], ...next } }));
  return (
    <form
      className={styles.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
        if (isWhole) act();
      }}
    >
      <WordsState profile={profile} />
      {codes.map((code) => (
        <Language
          key={code}
          code={code}
          words={texts[code] ?? { name: '', about: '' }}
          isAsked={isConfirming}
          onWrite={(next) => write(code, next)}
          onDrop={() => setTexts((now) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== code)))}
        />
      ))}
      {rest.length === 0 ? null : (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('add')}
        </Button>
      )}
      <ChoiceSheet
        open={choosing}
        onOpenChange={setChoosing}
        title={t('add')}
        searchLabel={t('search')}
        choices={rest.map(({ code, name }) => ({ value: code, label: name }))}
        value={null}
        onChoose={(code) => write(code, {})}
      />
      <FormProblem text={problemText ?? (isConfirming && codes.length === 0 ? t('one') : null)} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : 'send')}
      </Button>
    </form>
  );
}

function WordsState({ profile: { draft, draftBy, draftRefused } }: Pick<MyProfileProps, 'profile'>) {
  const t = useTranslations('hostLink.words');
  return (
    <>
      <p className={styles.soft}>{t('text')}</p>
      {draft === null ? null : <p role="status">{t(draftBy === 'house' ? 'waitsByHouse' : 'waits')}</p>}
      {draftRefused === null ? null : (
        <p className={styles.refused}>
          {t('refused')} <bdi>{draftRefused}</bdi>
        </p>
      )}
    </>
  );
}

interface LanguageProps {
  code: string;
  words: HostTexts[string];
  isAsked: boolean;
  onWrite(next: Partial<HostTexts[string]>): void;
  onDrop(): void;
}

function Language({ code, words: { name, about }, isAsked, onWrite, onDrop }: LanguageProps) {
  const t = useTranslations('hostLink.words');
  const forms = useTranslations('forms');
  const language = languageOf(code);
  const missing = (text: string) => (isAsked && text.trim() === '' ? forms('fillIn') : null);
  return (
    <fieldset className={styles.language}>
      <legend>{language?.name ?? code}</legend>
      <TextField
        label={t('name')}
        value={name}
        maxLength={NAME_MAX}
        lang={code}
        dir="auto"
        autoComplete="off"
        error={missing(name)}
        onChange={({ target }) => onWrite({ name: target.value })}
      />
      <TextArea
        label={t('about')}
        hint={t('aboutHint', { max: ABOUT_MAX })}
        value={about}
        maxLength={ABOUT_MAX}
        lang={code}
        error={missing(about)}
        onChange={({ target }) => onWrite({ about: target.value })}
      />
      <Button look="plain" className={styles.drop} onClick={onDrop}>
        {t('drop', { language: language?.name ?? code })}
      </Button>
    </fieldset>
  );
}
