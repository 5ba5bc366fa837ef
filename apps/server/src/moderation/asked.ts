import { type Combination, edge, lexicon, whole } from './lexicon.ts';

/** Words for secrets of the member: codes, passwords, card digits. */
const SECRET = lexicon(
  whole('codes?|otp|pin|password|passcode|cvv|cvc|digits|código|clave|contraseña|dígitos|kod|kata laluan|nombor kad'),
  edge('код|нууц үг|оронтой тоо|пин|парол|цифр|рамз|mã xác|mã otp|mật khẩu|số thẻ|mặt sau|رمز|كلمة المرور|رقم البطاقة'),
  edge('կոդ|գաղտնաբառ|քարտի համար'),
  ...[
    '인증번호',
    '비밀번호',
    '코드',
    '카드 ?번호',
    '뒷면',
    'รหัส',
    'เลขบัตร',
    'หลังบัตร',
    '驗證碼',
    '验证码',
    '密碼',
    '密码',
  ],
  ...['卡號', '卡号', '後三碼', '末三碼', '暗証番号', 'パスワード', '認証コード', 'カード番号'],
);
/** Phrases that ask the member to send something to the writer, not to enter it in the app. */
const TO_ME = lexicon(
  '(?<![\\p{L}])(?:tell|read|send|give|share|type|write|confirm|say)(?![\\p{L}]).{0,60}(?<![\\p{L}])(?:me|us|here)(?![\\p{L}])',
  edge('надад|бидэнд|энд бич|өгөөч|мне|нам|ба ман|ба мо|pásame|páseme|dígame|dime|mándeme|envíeme|indíqueme|escríbame'),
  edge('gửi giúp em|cho em|gửi cho|đọc cho|beri saya|beritahu saya|hantar kepada|أرسل لي|أعطني|أخبرني|اكتب لي|ինձ|մեզ'),
  ...[
    '알려 ?주',
    '보내 ?주',
    '말씀해',
    'ขอรหัส',
    'ขอ ?otp',
    'ขอเลข',
    'ให้ผม',
    'ให้เรา',
    'ให้ดิฉัน',
    '告訴我',
    '告诉我',
    '給我',
    '给我',
  ],
  ...['發給', '发给', '回傳', '教えて', '送って', 'こちらにご?記入', 'お知らせください'],
);
/** Words for paying in, as a condition to unlock something. */
const MONEY_IN = lexicon(
  whole('top up|deposit|cover|add|pay|paying|topping up'),
  edge(
    'цэнэглэ|байршуул|пополн|внес|оплат|recarg|deposit|ingres|abon|nạp|tambah nilai|masukkan|اشحن|أودع|إيداع|լիցքավոր|пур кунед',
  ),
  ...['충전', '입금', 'เติมเงิน', 'ฝาก', '儲值', '储值', '充值', '存入', 'チャージ', '入金'],
);
const OPENS = lexicon(
  whole('unfreeze|unfrozen|unlock|unlocked|unblock|unblocked|will pass|approved automatically|so that we can send'),
  edge(
    'батлагдана|нээгдэнэ|тайлагдана|разблок|размороз|снимет|desbloque|liber|mở khóa|được duyệt|dibuka kunci|diluluskan',
  ),
  edge('سيفتح|يفتح|فك الحظر|կբացվի|кушода мешавад'),
  ...[
    '풀립니다',
    '해제',
    '승인됩니다',
    'ปลดล็อก',
    'จะอนุมัติ',
    '解凍',
    '解冻',
    '解鎖',
    '解锁',
    '自動審核',
    '解除されます',
    '凍結が解',
  ],
);
const LOAN = lexicon(
  whole('lend me|loan me|borrow from you|a little something for me|tip me'),
  edge(
    'надад.{0,25}зээл|одолжите|займите|préstame|présteme|cho em vay|cho em mượn|saya pinjam|pinjam(?:kan)? saya|أقرضني',
  ),
  ...['빌려 ?주', 'ขอยืม', '借我', '貸して'],
);
const PICKS = lexicon(
  whole("sheet of numbers|sell(?:s|ing)? (?:picks|tips)|good (?:moment|time) to (?:play|bet)|don't leave the table"),
  whole('turnover|rollover'),
  ...[
    '帶單',
    '带单',
    '跟著下注',
    '跟着下注',
    '跟單',
    '跟单',
    'прогноз(?:ы)? на',
    'pronósticos? segur',
    'хариуг нь мэдэж',
  ],
);
/** Tasks that contain bets; the house has none. */
const TASK = lexicon(
  whole("today's task|daily task|complete (?:the|your|this) task|bet(?:ting)? task"),
  edge('даалгавар|задани'),
);

/** Demands on the member; they count whatever else the sentence says. */
export const ASKED: readonly Combination[] = [
  { means: 'bet', all: [PICKS], deniable: false },
  { means: 'pay', all: [SECRET, TO_ME], deniable: true },
  { means: 'pay', all: [MONEY_IN, OPENS], deniable: true },
  { means: 'pay', all: [LOAN], deniable: true },
  { means: 'bet', all: [TASK], deniable: true },
];
