import type { HostFacts } from '../../api/library/hosts.ts';
import { useText } from '../../features/language/use-text.ts';
import { memberLanguage, type Texts } from '../../features/words/member-languages.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import type { HostField } from './host-draft.ts';
import { HostPreview } from './host-preview.tsx';

interface HostWordsProps {
  facts: Pick<HostFacts, 'services'> & { languages: readonly string[] };
  texts: Texts<HostField>;
  onChange: (texts: Texts<HostField>) => void;
  wrong: readonly string[];
}

/** Name and text of a host in each language, with a preview. */
export function HostWords({ facts, texts, onChange, wrong }: HostWordsProps) {
  const t = useText();
  return (
    <WordsEditor
      fields={[
        { name: 'name', label: t('hosts.name'), lengthMax: 60 },
        { name: 'about', label: t('hosts.about'), lengthMax: 2_000, rows: 4 },
      ]}
      texts={texts}
      onChange={onChange}
      wrong={wrong}
      preview={(words, spoken) => (
        <HostPreview
          words={words}
          spoken={spoken}
          services={facts.services.map((one) => t(`hosts.service.${one}`)).join(', ')}
          languages={facts.languages.map((code) => memberLanguage(code).name).join(', ')}
        />
      )}
    />
  );
}
