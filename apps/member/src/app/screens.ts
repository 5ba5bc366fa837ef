import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { withWords } from '../features/language/spoken.ts';
import type { WordGroup } from '../locales/word-groups.ts';
import type { RouteName } from '../paths.ts';

type Screen = LazyExoticComponent<ComponentType>;

/** Every screen is a chunk of its own, fetched when it is first opened, with the groups of words that it says. */
export const screens: Record<RouteName, Screen> = {
  home: screen([], async () => (await import('../screens/home/home.tsx')).Home),
  game: screen(['visitor'], async () => (await import('../screens/game/game.tsx')).Game),
  choose: screen(['visitor'], async () => (await import('../screens/choose/choose.tsx')).Choose),
  video: screen(['visitor'], async () => (await import('../screens/video/video.tsx')).Video),
  mine: screen(['person'], async () => (await import('../screens/mine/mine.tsx')).Mine),
  lottery: screen(['play'], async () => (await import('../screens/lottery/lottery.tsx')).LotteryScreen),
  login: screen(['visitor'], async () => (await import('../screens/login/login.tsx')).Login),
  register: screen(['visitor'], async () => (await import('../screens/register/register.tsx')).Register),
  recover: screen(['visitor'], async () => (await import('../screens/recover/recover.tsx')).Recover),
  agreement: screen(['visitor'], async () => (await import('../screens/agreement/agreement.tsx')).AgreementScreen),
  language: screen(['visitor'], async () => (await import('../screens/language/language.tsx')).LanguageScreen),
  verify: screen(['play', 'verify'], async () => (await import('../screens/verify/verify.tsx')).Verify),
  book: screen(['book'], async () => (await import('../screens/book/book.tsx')).Book),
  house: screen(['house', 'help'], async () => (await import('../screens/house/house.tsx')).HouseScreen),
  gameRecord: screen(['play'], async () => (await import('../screens/game-record/game-record.tsx')).GameRecord),
  account: screen(
    ['play', 'money', 'records', 'told'],
    async () => (await import('../screens/account/account.tsx')).Account,
  ),
  withdraw: screen(['money'], async () => (await import('../screens/withdraw/withdraw.tsx')).Withdraw),
  withdrawRecord: screen(
    ['told'],
    async () => (await import('../screens/withdraw-record/withdraw-record.tsx')).WithdrawRecord,
  ),
  personalreport: screen(
    ['records'],
    async () => (await import('../screens/personalreport/personalreport.tsx')).Personalreport,
  ),
  recharge: screen(['person', 'money'], async () => (await import('../screens/recharge/recharge.tsx')).Recharge),
  setname: screen(['person'], async () => (await import('../screens/setname/setname.tsx')).Setname),
  setsex: screen(['person'], async () => (await import('../screens/setsex/setsex.tsx')).Setsex),
  setPayPassword: screen(
    ['settings'],
    async () => (await import('../screens/set-pay-password/set-pay-password.tsx')).SetPayPassword,
  ),
  identity: screen(['person'], async () => (await import('../screens/identity/identity.tsx')).IdentityScreen),
  infomation: screen(['person'], async () => (await import('../screens/infomation/infomation.tsx')).Infomation),
  information: screen(['person'], async () => (await import('../screens/infomation/infomation.tsx')).Infomation),
  myData: screen(['told', 'myData'], async () => (await import('../screens/my-data/my-data.tsx')).MyData),
  setbank: screen(['money'], async () => (await import('../screens/setbank/setbank.tsx')).Setbank),
  bindCard: screen(['money'], async () => (await import('../screens/bind-card/bind-card.tsx')).BindCard),
  setting: screen(['person', 'settings'], async () => (await import('../screens/setting/setting.tsx')).Setting),
  sessions: screen(['settings'], async () => (await import('../screens/sessions/sessions.tsx')).Sessions),
  setLoginPassword: screen(
    ['visitor', 'settings'],
    async () => (await import('../screens/set-login-password/set-login-password.tsx')).SetLoginPassword,
  ),
  invite: screen(['settings'], async () => (await import('../screens/invite/invite.tsx')).InviteScreen),
  notice: screen(['told'], async () => (await import('../screens/notice/notice.tsx')).NoticeScreen),
  limits: screen(['person', 'help'], async () => (await import('../screens/limits/limits.tsx')).LimitsScreen),
  restricted: screen(
    ['person', 'help', 'settings'],
    async () => (await import('../screens/restricted/restricted.tsx')).Restricted,
  ),
};

function screen(words: readonly WordGroup[], load: () => Promise<ComponentType>): Screen {
  return lazy(async () => ({ default: await withWords(words, load) }));
}
