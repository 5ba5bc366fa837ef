import IdCard from 'lucide-react/icons/id-card';
import { useTranslations } from 'use-intl';
import { useReturnPath } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { NameForm } from './name-form.tsx';

/** The member's real name, which can be set only once. */
export function Setname() {
  const t = useTranslations();
  const { to, goBack } = useReturnPath(paths.infomation());
  return (
    <WithPerson title={t('titles.setname')} back={to} blocks={[64, 76, 48]}>
      {({ realName }) =>
        realName === null ? <NameForm onDone={goBack} /> : <NameSet realName={realName} onBack={goBack} />
      }
    </WithPerson>
  );
}

function NameSet({ realName, onBack }: { realName: string; onBack(): void }) {
  const t = useTranslations();
  return (
    <Notice
      sign={<IdCard size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={realName}
      actions={
        <Button look="quiet" onClick={onBack}>
          {t('actions.back')}
        </Button>
      }
    >
      <p>{t('setname.isSet')}</p>
    </Notice>
  );
}
