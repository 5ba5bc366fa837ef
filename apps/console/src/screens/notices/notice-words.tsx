import { useText } from '../../features/language/use-text.ts';
import type { Texts } from '../../features/words/member-languages.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { Section } from '../../ui/section.tsx';
import { NoticePreview } from './notice-preview.tsx';
import type { NoticeField } from './notice-texts.ts';

interface NoticeWordsProps {
  texts: Texts<NoticeField>;
  onChange: (texts: Texts<NoticeField>) => void;
}

/** Title and text of a notice in each language, with a preview. */
export function NoticeWords({ texts, onChange }: NoticeWordsProps) {
  const t = useText();
  return (
    <Section title={t('words.title')}>
      <WordsEditor
        fields={[
          { name: 'title', label: t('notices.subject'), lengthMax: 200 },
          { name: 'text', label: t('notices.text'), lengthMax: 4_000, rows: 4 },
        ]}
        texts={texts}
        onChange={onChange}
        preview={({ title, text }, spoken) => <NoticePreview title={title} text={text} spoken={spoken} />}
      />
    </Section>
  );
}
