import { useTranslations } from 'use-intl';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button/button.tsx';
import { Mark } from '../ui/mark/mark.tsx';
import { Notice } from '../ui/notice/notice.tsx';
import { Screen } from '../ui/screen/screen.tsx';

export function NotFound() {
  const t = useTranslations('notFound');
  return (
    <Screen title={t('title')} back={paths.home()}>
      <Notice
        sign={<Mark state="open" size={48} silent />}
        title={t('heading')}
        actions={<ButtonLink to={paths.home()}>{t('home')}</ButtonLink>}
      >
        <p>{t('text')}</p>
      </Notice>
    </Screen>
  );
}
