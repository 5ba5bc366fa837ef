import type { ComponentType } from 'react';
import { withWords } from '../features/language/active-language.ts';
import { setPlayerLoader } from '../features/videos/player-loader.ts';
import type { RouteName } from '../paths.ts';
import { type Preloadable, preloadable } from '../ui/preloadable.tsx';
import { screenMessages } from './screen-messages.ts';

/** All screens by route. Each is a chunk of its own, loaded when first opened, together with its message groups. */
export const screens: Record<RouteName, Preloadable<object>> = {
  home: screen('home', async () => (await import('../screens/home/home.tsx')).Home),
  game: screen('game', async () => (await import('../screens/game/game.tsx')).Game),
  choose: screen('choose', async () => (await import('../screens/choose/choose.tsx')).Choose),
  list: screen('list', async () => (await import('../screens/list/list.tsx')).List),
  profile: screen('profile', async () => (await import('../screens/profile/profile.tsx')).Profile),
  hostReports: screen(
    'hostReports',
    async () => (await import('../screens/host-reports/host-reports.tsx')).HostReports,
  ),
  myHosts: screen('myHosts', async () => (await import('../screens/my-hosts/my-hosts.tsx')).MyHosts),
  host: screen('host', async () => (await import('../screens/host/host.tsx')).HostScreen),
  video: screen('video', async () => (await import('../screens/video/video.tsx')).Video),
  playVideo: screen('playVideo', async () => (await import('../screens/play-video/play-video.tsx')).PlayVideo),
  videoHistory: screen(
    'videoHistory',
    async () => (await import('../screens/video-history/video-history.tsx')).VideoHistory,
  ),
  watchLater: screen('watchLater', async () => (await import('../screens/watch-later/watch-later.tsx')).WatchLater),
  mine: screen('mine', async () => (await import('../screens/mine/mine.tsx')).Mine),
  lottery: screen('lottery', async () => (await import('../screens/lottery/lottery.tsx')).LotteryScreen),
  login: screen('login', async () => (await import('../screens/login/login.tsx')).Login),
  register: screen('register', async () => (await import('../screens/register/register.tsx')).Register),
  recover: screen('recover', async () => (await import('../screens/recover/recover.tsx')).Recover),
  agreement: screen('agreement', async () => (await import('../screens/agreement/agreement.tsx')).AgreementScreen),
  language: screen('language', async () => (await import('../screens/language/language.tsx')).LanguageScreen),
  verify: screen('verify', async () => (await import('../screens/verify/verify.tsx')).Verify),
  book: screen('book', async () => (await import('../screens/book/book.tsx')).Book),
  house: screen('house', async () => (await import('../screens/house/house.tsx')).HouseScreen),
  privacy: screen('privacy', async () => (await import('../screens/privacy/privacy.tsx')).PrivacyScreen),
  playSafe: screen('playSafe', async () => (await import('../screens/play-safe/play-safe.tsx')).PlaySafeScreen),
  serviceOnline: screen(
    'serviceOnline',
    async () => (await import('../screens/service-online/service-online.tsx')).ServiceOnline,
  ),
  servicePage: screen(
    'servicePage',
    async () => (await import('../screens/service-page/service-page.tsx')).ServicePage,
  ),
  complaints: screen('complaints', async () => (await import('../screens/complaints/complaints.tsx')).Complaints),
  visitorDesk: screen(
    'visitorDesk',
    async () => (await import('../screens/visitor-desk/visitor-desk.tsx')).VisitorDesk,
  ),
  gameRecord: screen('gameRecord', async () => (await import('../screens/game-record/game-record.tsx')).GameRecord),
  account: screen('account', async () => (await import('../screens/account/account.tsx')).Account),
  withdraw: screen('withdraw', async () => (await import('../screens/withdraw/withdraw.tsx')).Withdraw),
  withdrawRecord: screen(
    'withdrawRecord',
    async () => (await import('../screens/withdraw-record/withdraw-record.tsx')).WithdrawRecord,
  ),
  personalreport: screen(
    'personalreport',
    async () => (await import('../screens/personalreport/personalreport.tsx')).Personalreport,
  ),
  recharge: screen('recharge', async () => (await import('../screens/recharge/recharge.tsx')).Recharge),
  setname: screen('setname', async () => (await import('../screens/setname/setname.tsx')).Setname),
  setsex: screen('setsex', async () => (await import('../screens/setsex/setsex.tsx')).Setsex),
  setPayPassword: screen(
    'setPayPassword',
    async () => (await import('../screens/set-pay-password/set-pay-password.tsx')).SetPayPassword,
  ),
  identity: screen('identity', async () => (await import('../screens/identity/identity.tsx')).IdentityScreen),
  infomation: screen('infomation', async () => (await import('../screens/infomation/infomation.tsx')).Infomation),
  information: screen('information', async () => (await import('../screens/infomation/infomation.tsx')).Infomation),
  myData: screen('myData', async () => (await import('../screens/my-data/my-data.tsx')).MyData),
  setbank: screen('setbank', async () => (await import('../screens/setbank/setbank.tsx')).Setbank),
  bindCard: screen('bindCard', async () => (await import('../screens/bind-card/bind-card.tsx')).BindCard),
  setting: screen('setting', async () => (await import('../screens/setting/setting.tsx')).Setting),
  sessions: screen('sessions', async () => (await import('../screens/sessions/sessions.tsx')).Sessions),
  setLoginPassword: screen(
    'setLoginPassword',
    async () => (await import('../screens/set-login-password/set-login-password.tsx')).SetLoginPassword,
  ),
  recoveryCodes: screen(
    'recoveryCodes',
    async () => (await import('../screens/recovery-codes/recovery-codes-screen.tsx')).RecoveryCodesScreen,
  ),
  invite: screen('invite', async () => (await import('../screens/invite/invite.tsx')).InviteScreen),
  notice: screen('notice', async () => (await import('../screens/notice/notice.tsx')).NoticeScreen),
  limits: screen('limits', async () => (await import('../screens/limits/limits.tsx')).LimitsScreen),
  restricted: screen('restricted', async () => (await import('../screens/restricted/restricted.tsx')).Restricted),
};

function screen(name: RouteName, load: () => Promise<ComponentType>): Preloadable<object> {
  return preloadable(() => withWords(screenMessages[name], load));
}

setPlayerLoader({
  player: screens.playVideo.ahead,
  source: async () => (await import('../screens/play-video/film/open-source.ts')).loadSource(),
});
