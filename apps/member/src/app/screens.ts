import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { withWords } from '../features/language/spoken.ts';
import { filmsAreShownBy } from '../features/videos/shown-by.ts';
import type { WordGroup } from '../locales/word-groups.ts';
import type { RouteName } from '../paths.ts';

type Screen = LazyExoticComponent<ComponentType> & {
  /** Fetches it before it is opened. */
  ahead(): Promise<unknown>;
};

/** Every screen is a chunk of its own, fetched when it is first opened, with the groups of words that it says. */
export const screens: Record<RouteName, Screen> = {
  home: screen([], async () => (await import('../screens/home/home.tsx')).Home),
  game: screen(['visitor'], async () => (await import('../screens/game/game.tsx')).Game),
  choose: screen(['guide'], async () => (await import('../screens/choose/choose.tsx')).Choose),
  list: screen(['guide'], async () => (await import('../screens/list/list.tsx')).List),
  profile: screen(['guide'], async () => (await import('../screens/profile/profile.tsx')).Profile),
  hostReports: screen(['guide'], async () => (await import('../screens/host-reports/host-reports.tsx')).HostReports),
  host: screen(['guide', 'hostLink'], async () => (await import('../screens/host/host.tsx')).HostScreen),
  video: screen(['videos'], async () => (await import('../screens/video/video.tsx')).Video),
  playVideo: screen(
    ['videos', 'player', 'share'],
    async () => (await import('../screens/play-video/play-video.tsx')).PlayVideo,
  ),
  videoHistory: screen(
    ['videos', 'watched'],
    async () => (await import('../screens/video-history/video-history.tsx')).VideoHistory,
  ),
  mine: screen(['person'], async () => (await import('../screens/mine/mine.tsx')).Mine),
  lottery: screen(['play'], async () => (await import('../screens/lottery/lottery.tsx')).LotteryScreen),
  login: screen(['visitor'], async () => (await import('../screens/login/login.tsx')).Login),
  register: screen(['visitor'], async () => (await import('../screens/register/register.tsx')).Register),
  recover: screen(['visitor'], async () => (await import('../screens/recover/recover.tsx')).Recover),
  agreement: screen(['visitor'], async () => (await import('../screens/agreement/agreement.tsx')).AgreementScreen),
  language: screen(['visitor'], async () => (await import('../screens/language/language.tsx')).LanguageScreen),
  verify: screen(['play', 'verify', 'share'], async () => (await import('../screens/verify/verify.tsx')).Verify),
  book: screen(['book'], async () => (await import('../screens/book/book.tsx')).Book),
  house: screen(['house', 'help'], async () => (await import('../screens/house/house.tsx')).HouseScreen),
  serviceOnline: screen(
    ['desk'],
    async () => (await import('../screens/service-online/service-online.tsx')).ServiceOnline,
  ),
  servicePage: screen(['desk'], async () => (await import('../screens/service-page/service-page.tsx')).ServicePage),
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
  let here: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  async function ahead(): Promise<ComponentType> {
    coming ??= withWords(words, load);
    try {
      here = await coming;
      return here;
    } catch (error) {
      coming = null;
      throw error;
    }
  }
  const opened = lazy(() => (here === null ? asDefault(ahead()) : atOnce({ default: here })));
  return Object.assign(opened, { ahead });
}

async function asDefault(screen: Promise<ComponentType>): Promise<{ default: ComponentType }> {
  return { default: await screen };
}

/** Any other promise is kept a moment later; React would show that it waits, for a third of a second at least. */
function atOnce<T>(value: T): Promise<T> {
  const kept = Promise.resolve(value);
  // biome-ignore lint/suspicious/noThenProperty: it is a promise; it only says at once what it already knows.
  return Object.assign(kept, { then: (keep: (value: T) => unknown) => Promise.resolve(keep(value)) });
}

filmsAreShownBy(screens.playVideo.ahead);
