import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { KeyCard } from '../../features/recovery/key-card.tsx';
import { noteKeySeen, unseenKey, visitorKeys } from '../../features/recovery/stored-keys.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { KeyForm } from './key-form.tsx';
import { QuestionForm } from './question-form.tsx';
import { VisitorConversation } from './visitor-conversation.tsx';

/** `/VisitorDesk?new`: a visitor's conversations with the desk, without an account. `new` asks about registration. */
export function VisitorDesk() {
  const [search] = useSearchParams();
  return search.get('new') === null ? <Conversations /> : <QuestionForm />;
}

/** A new key first, then its conversation. Without a key, the form to type one. */
function Conversations() {
  const t = useTranslations();
  const [unseen, setUnseen] = useState(unseenKey);
  const [keys, setKeys] = useState(visitorKeys);
  const [number, setNumber] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  if (unseen !== null) {
    return (
      <Screen title={t('recover.keyTitle')}>
        <KeyCard
          stored={unseen}
          onDone={() => {
            noteKeySeen();
            setUnseen(null);
          }}
        />
      </Screen>
    );
  }
  const shown = keys.find((key) => key.number === number) ?? keys[0];
  if (shown === undefined || isTyping) {
    return (
      <Screen title={t('titles.visitorDesk')} back={paths.serviceOnline()}>
        <KeyForm
          onOpen={(key) => {
            setKeys(visitorKeys());
            setNumber(key.number);
            setTyping(false);
          }}
        />
      </Screen>
    );
  }
  return (
    <VisitorConversation
      key={shown.number}
      shown={shown}
      others={keys.filter((key) => key !== shown)}
      onChoose={setNumber}
      onType={() => setTyping(true)}
      onForget={() => {
        setKeys(visitorKeys());
        setNumber(null);
      }}
    />
  );
}
