import { folded } from './rules.ts';

/**
 * Builders of word lists in the club's languages and Russian. A sentence with a word of each list of a combination
 * demands money, leads out of the app or advises a bet, in any order and form. A negation in the sentence excuses it.
 */
export const edge = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})`;
export const whole = (words: string) => `${edge(words)}(?![\\p{L}\\p{N}])`;

export function lexicon(...parts: string[]): RegExp {
  return new RegExp(folded(parts.join('|')), 'u');
}

export const DENIED = lexicon(
  whole(
    "no|not|never|nobody|none|nothing|without|free|\\p{L}{1,20}n't|cannot|не|нет|без|никогда|нест|no|sin|nunca|ning\\p{L}{1,20}",
  ),
  whole('không|đừng|miễn|tiada|tidak|tak|percuma|jangan|bukan|لا|لن|ليس|بدون|أي|мат|наме\\p{L}{1,20}|առանց|անվճար'),
  ...[
    'гүй',
    'болохгүй',
    'хэзээ ч',
    '없',
    '않',
    '무료',
    '마세요',
    '말아',
    'ไม่',
    'ฟรี',
    'อย่า',
    '不',
    '沒',
    '没',
    '無',
    '无',
  ],
  ...['免', '勿', '別', 'ません', 'ない', 'なし', 'مجان', '(?<![\\p{L}])չ\\p{L}{1,20}', 'երբեք'],
);

const PAY = lexicon(
  whole('pay|paid|paying|send|sending|transfer|deposit|remit|wire|settle|owe|cover'),
  edge('төл|шилжүүл|явуул|байршуул|цэнэглэ|оплат|заплат|перевед|перечисл|внес|пополн|супор|пардохт|гузарон'),
  edge('pag[auo]|abon|transfier|deposit|ingres|envi|nộp|đóng|chuyển|thanh toán|bayar|pindah|hantar|masukkan'),
  edge('ادفع|دفع|تدفع|حول|تحويل|سدد|أرسل|إيداع|վճար|փոխանց|մուծ|ուղարկ'),
  ...[
    '입금',
    '송금',
    '납부',
    '이체',
    '보내',
    '결제',
    'โอน',
    'จ่าย',
    'ชำระ',
    'ฝาก',
    '匯',
    '汇',
    '繳',
    '缴',
    '付',
    '轉',
    '转',
  ],
  ...['打款', '振り込', '振込', '送金', '支払', '入金', '払'],
);

const FEE = lexicon(
  whole(
    'fee|fees|tax|taxes|commission|guarantee|insurance|handling cost|security deposit|refundable deposit|penalty|bond|duty|surcharge',
  ),
  edge('шимтгэл|хураамж|татвар|барьцаа|даатгал|торгууль|комисси|налог|залог|сбор|страховк|пошлин|штраф|андоз|гарав'),
  edge('comision|tasa|impuesto|fianza|garantía|phí|thuế|tiền cọc|đặt cọc|bảo hiểm|yuran|cukai|cagaran|denda|insurans'),
  edge('رسوم|عمولة|ضريبة|تأمين|ضمان|غرامة|միջնորդավճար|հարկ|գրավ|ապահովագր|տուգանք'),
  ...['수수료', '세금', '보증금', '예치금', '보험료', '벌금', 'ค่าธรรมเนียม', 'ภาษี', 'เงินประกัน', 'มัดจำ', 'ค่าปรับ'],
  ...['手續費', '手续费', '稅', '税', '押金', '保證金', '保证金', '解凍', '解冻', '保險', '手数料', '保証金', '罰金'],
);

const OWED = lexicon(`${whole('you (?:still )?owe')}.{0,30}\\d`);

const PLACE = lexicon(
  whole('whats ?app|whatsap|telegram|viber|wechat|weixin|messenger|facebook|instagram|tiktok|skype|discord|snapchat'),
  whole('zalo|kakao ?talk|qq|insta'),
  edge('телеграм|телег[уеаи]|вайбер|вотсап|ватсап|фейсбук|фэйсбүүк|фэйсбук|инстаграм|инсте?|вичат|мессенджер'),
  edge('واتس|تيليجرام|تلغرام|تليجرام|فيسبوك|انستغرام|فايبر|վայբեր|տելեգրամ|վոթսափ|ֆեյսբուք|ինստագրամ'),
  ...['카톡', '카카오톡', '텔레그램', '인스타', '페이스북', '(?<!온)(?<!오프)라인', 'เฟซบุ๊ก', 'เทเลแกรม', 'วอตส์แอป'],
  ...['(?<!ออน)(?<!ออฟ)ไลน์', '微信', '薇信', '電報', '电报', '臉書', '脸书', '(?<![依信仰無])賴', 'テレグラム'],
  ...['(?<!オン)(?<!オフ)(?<!ガイド)ライン', 'インスタ', 'フェイスブック', 'ワッツアップ'],
);
/** The messenger's name in capitals, next to Japanese, Chinese, Korean or Thai letters. */
const LINE = /(?<![A-Za-z])LINE(?![A-Za-z])/;
const WHERE_LINE_IS_ONE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Thai}\p{Script=Hangul}]/u;

const BET = lexicon(
  whole('bet|bets|betting|stake|wager|play|punt'),
  edge('бооцоо|тавь|тавия|тавина|тогло|став|постав|сыгра|apuest|apost|jueg|cược|đánh|taruh|bertaruh|pertaruh'),
  edge('راهن|تراهن|أراهن|رهان|խաղադրույք|խաղադր|դրեք|դնեմ|խաղամ|шарт гузор|мегузорам'),
  ...['베팅', '배팅', '걸', 'แทง', 'เดิมพัน', '下注', '投注', '押', '賭け', '賭金', 'ベット'],
);
const FOR_YOU = lexicon(
  whole('for you|on your behalf|your behalf|instead of you|leave it to me'),
  edge('таны өмнөөс|чиний өмнөөс|нэрийн өмнөөс|за вас|вместо вас|от вашего имени|por usted|en su nombre|por ti'),
  edge(
    'hộ anh|hộ chị|hộ bạn|hộ em|thay anh|thay chị|thay bạn|giúp anh đặt|giúp chị đặt|untuk awak|untuk anda|untuk encik|untuk puan|untuk tuan|bagi pihak',
  ),
  edge('نيابة عنك|عنك|بدلا منك|ձեր փոխարեն|ձեր անունից|ба ҷои шумо|аз номи шумо'),
  ...[
    '대신',
    'แทนคุณ',
    'แทงแทน',
    'ให้แทน',
    '幫你',
    '帮你',
    '代你',
    '替你',
    '幫您',
    '帮您',
    '代您',
    '替您',
    '代わりに',
    '代行',
  ],
);
const SURE = lexicon(
  whole("guaranteed|sure win|sure thing|certain win|can't lose|insider|inside tip|will (?:surely|definitely) win"),
  edge('гарцаагүй|заавал хож|100 ?% хож|верняк|верный прогноз|точно выигра|гарантир|seguro que gan|garantizad'),
  edge('chắc chắn|đảm bảo thắng|pasti menang|dijamin|مضمون|ستربح|ستفوز|أكيد|անպայման|կհաղթեք|ҳатман|мебаред'),
  ...[
    '무조건',
    '확실',
    '적중',
    'แน่นอน',
    'ชัวร์',
    'ถูกแน่',
    '必中',
    '穩贏',
    '稳赢',
    '包中',
    '內幕',
    '内幕',
    '必ず勝',
    '絶対勝',
    '的中',
  ],
);
const NEXT = lexicon(
  whole('next|this round|tonight|right now|coming (?:draw|round|period)'),
  edge('дараагийн|энэ тойрог|одоо|следующ|этот раунд|próxim|siguiente|kỳ sau|ván sau|ván này|seterusnya|akan datang'),
  edge('القادم|التالي|الجولة|հաջորդ|навбати|ояндаи'),
  ...['다음', '이번 회차', 'รอบหน้า', 'รอบนี้', '下一', '下期', '下局', '這局', '这局', '次の', '今回の'],
);
const OUTCOME = lexicon(
  whole('big|small|odd|even|red|black|high|low|double|triple|grande|pequeño|par|impar|rojo|negro|tài|xỉu|chẵn|lẻ'),
  whole('besar|kecil|ganjil|genap|merah|hitam'),
  edge('том|жижиг|тэгш|сондгой|улаан|хар дээр|больш|мал|чётн|чет|нечет|красн|чёрн|черн|калон|хурд|сурх|ҷуфт|тоқ'),
  edge('كبير|صغير|فردي|زوجي|أحمر|أسود|الكبير|الصغير|الأحمر|الأسود|մեծ|փոքր|կարմիր|սև|զույգ|կենտ'),
  ...['큰', '작은', '홀', '짝', '빨강', '대\\b', 'สูง', 'ต่ำ', 'คู่', 'คี่', 'แดง', 'ดำ', '大', '小', '單', '雙', '单', '双'],
  ...['紅', '红', '黑', '奇数', '偶数', '赤', '黒'],
);
const ADVISE = lexicon(
  whole('should|go for|take|pick|choose|try|put|recommend|advise|suggest|trust me|bet|stake|play|due'),
  edge(
    'тавь|тавиарай|сонго|зөвлө|авбал|ставьте|поставьте|берите|советую|рекоменд|apueste|apuesta|ponga|juegue|recomiendo',
  ),
  edge('đánh|đặt|vào|chọn|nên|taruh|letak|pilih|pasang|cadang|أنصح|راهن|ضع|اختر|դրեք|ընտրեք|խորհուրդ|гузоред|маслиҳат'),
  ...[
    '거세요',
    '걸어',
    '추천',
    '가세요',
    'ลง',
    'แทง',
    'แนะนำ',
    '押',
    '下',
    '買',
    '买',
    '推薦',
    '推荐',
    '賭け',
    'おすすめ',
    '狙',
  ],
);

/** A spelled-out dot before the end of an address. */
const SAID_ADDRESS = lexicon(
  '(?:punto|dot|точка|нуқта|цэг|titik|cham|nuqta|닷|쩜|點|点|ドット|จุด|نقطة|կետ) ?(?:com|net|org|info|vip|mn|club|io|ком|нет|орг|컴|コム|คอม|كوم)',
);

export type Family = 'pay' | 'place' | 'bet' | 'address';

/** A meaning, and the word lists that express it if a sentence has a word of each. */
export interface Combination {
  means: Family;
  all: readonly RegExp[];
  /** True if a negation in the sentence excuses it: a warning is no demand. */
  deniable: boolean;
}

const deniable = (means: Family, ...all: RegExp[]): Combination => ({ means, all, deniable: true });

export const COMBINATIONS: readonly Combination[] = [
  { means: 'address', all: [SAID_ADDRESS], deniable: false },
  deniable('pay', PAY, FEE),
  deniable('pay', OWED),
  deniable('place', PLACE),
  deniable('bet', BET, FOR_YOU),
  deniable('bet', BET, SURE),
  deniable('bet', NEXT, OUTCOME, ADVISE),
];

/** True if a text names the messenger Line, by its capitals and the script around it. */
export function namesLine(typed: string): boolean {
  return LINE.test(typed) && WHERE_LINE_IS_ONE.test(typed);
}

const DIGITS = /(?<![\p{L}\d/.,:#№-])\d(?:[ -]?\d){6,40}(?![\d/:]|[.,]\d)/gu;
const GROUPED = /^\d{1,3}(?:[ ,.]\d{3}){1,14}$/;
const DATED = /\d{4}-\d{2}-\d{2}|^\d{2}-\d{2}-\d{4}/;
/** Words for a draw or a bet, before its number. */
const DRAW =
  '(?:period|draw|round|slip|bet|тойрог|үе|үеийн|сугалаа|бооцоо|период|тираж|раунд|sorteo|período|ronda|apuesta|kỳ|ván|' +
  'pusingan|cabutan|давр|سحب|جولة|խաղ|խաղարկություն|회차|추첨|รอบ|งวด|期|局|回|第)';
const NAMED_BEFORE = new RegExp(`${DRAW}\\p{L}{0,8}(?: (?:number|no|id)\\.?)?\\s{0,4}[#№:]?\\s{0,4}$`, 'iu');
const NAMED_AFTER = new RegExp(`^(?:-?\\s{0,4}р|-?\\s{0,4}дугаар|\\s{0,4}${DRAW})`, 'iu');
const CURRENCY_AFTER =
  /^\s{0,4}(?:[₮$€£¥₩฿₫]|mnt|төг|төгрөг|cred|оноо|кредит|krw|원|円|jpy|usd|eur|vnd|đ|dong|đồng|cny|元|thb|บาท|ringgit|rm|tjs|сомон|dram|դրամ|درهم|ریال)/iu;

/** True for a row of digits that is no amount, date or draw: an account or a phone number. */
export function hasLongNumber(plain: string): boolean {
  return [...plain.matchAll(DIGITS)].some(({ 0: row, index }) => {
    if (GROUPED.test(row) || DATED.test(row)) return false;
    const before = plain.slice(Math.max(0, index - 24), index);
    const after = plain.slice(index + row.length, index + row.length + 12);
    return !NAMED_BEFORE.test(before) && !NAMED_AFTER.test(after) && !CURRENCY_AFTER.test(after);
  });
}
