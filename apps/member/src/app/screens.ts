import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { RouteName } from '../paths.ts';

type Screens = Record<RouteName, LazyExoticComponent<ComponentType>>;

/** Every screen is a chunk of its own, fetched when it is first opened. */
export const screens: Screens = {
  home: lazy(async () => ({ default: (await import('../screens/home/home.tsx')).Home })),
  game: lazy(async () => ({ default: (await import('../screens/game/game.tsx')).Game })),
  choose: lazy(async () => ({ default: (await import('../screens/choose/choose.tsx')).Choose })),
  video: lazy(async () => ({ default: (await import('../screens/video/video.tsx')).Video })),
  mine: lazy(async () => ({ default: (await import('../screens/mine/mine.tsx')).Mine })),
  lottery: lazy(async () => ({ default: (await import('../screens/lottery/lottery.tsx')).LotteryScreen })),
  login: lazy(async () => ({ default: (await import('../screens/login/login.tsx')).Login })),
  register: lazy(async () => ({ default: (await import('../screens/register/register.tsx')).Register })),
  recover: lazy(async () => ({ default: (await import('../screens/recover/recover.tsx')).Recover })),
  agreement: lazy(async () => ({ default: (await import('../screens/agreement/agreement.tsx')).AgreementScreen })),
  language: lazy(async () => ({ default: (await import('../screens/language/language.tsx')).LanguageScreen })),
  verify: lazy(async () => ({ default: (await import('../screens/verify/verify.tsx')).Verify })),
  book: lazy(async () => ({ default: (await import('../screens/book/book.tsx')).Book })),
  house: lazy(async () => ({ default: (await import('../screens/house/house.tsx')).HouseScreen })),
  gameRecord: lazy(async () => ({ default: (await import('../screens/game-record/game-record.tsx')).GameRecord })),
  account: lazy(async () => ({ default: (await import('../screens/account/account.tsx')).Account })),
  withdraw: lazy(async () => ({ default: (await import('../screens/withdraw/withdraw.tsx')).Withdraw })),
  withdrawRecord: lazy(async () => ({
    default: (await import('../screens/withdraw-record/withdraw-record.tsx')).WithdrawRecord,
  })),
  personalreport: lazy(async () => ({
    default: (await import('../screens/personalreport/personalreport.tsx')).Personalreport,
  })),
  recharge: lazy(async () => ({ default: (await import('../screens/recharge/recharge.tsx')).Recharge })),
  setname: lazy(async () => ({ default: (await import('../screens/setname/setname.tsx')).Setname })),
  setsex: lazy(async () => ({ default: (await import('../screens/setsex/setsex.tsx')).Setsex })),
  setPayPassword: lazy(async () => ({
    default: (await import('../screens/set-pay-password/set-pay-password.tsx')).SetPayPassword,
  })),
  infomation: lazy(async () => ({ default: (await import('../screens/infomation/infomation.tsx')).Infomation })),
  information: lazy(async () => ({ default: (await import('../screens/infomation/infomation.tsx')).Infomation })),
  myData: lazy(async () => ({ default: (await import('../screens/my-data/my-data.tsx')).MyData })),
  setbank: lazy(async () => ({ default: (await import('../screens/setbank/setbank.tsx')).Setbank })),
  bindCard: lazy(async () => ({ default: (await import('../screens/bind-card/bind-card.tsx')).BindCard })),
  setting: lazy(async () => ({ default: (await import('../screens/setting/setting.tsx')).Setting })),
  sessions: lazy(async () => ({ default: (await import('../screens/sessions/sessions.tsx')).Sessions })),
  setLoginPassword: lazy(async () => ({
    default: (await import('../screens/set-login-password/set-login-password.tsx')).SetLoginPassword,
  })),
  invite: lazy(async () => ({ default: (await import('../screens/invite/invite.tsx')).InviteScreen })),
  notice: lazy(async () => ({ default: (await import('../screens/notice/notice.tsx')).NoticeScreen })),
  limits: lazy(async () => ({ default: (await import('../screens/limits/limits.tsx')).LimitsScreen })),
  restricted: lazy(async () => ({ default: (await import('../screens/restricted/restricted.tsx')).Restricted })),
};
