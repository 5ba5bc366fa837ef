/**
 * A rule on one sentence: it applies if `is` matches and `not` does not. Rules are in the club's languages, and in
 * Russian, which many members read. Patterns are folded like the text, so they can be written in normal spelling.
 *
 * Every pattern has a maximum width: no `*`, no `+`, no open range. A rule's time is therefore linear in the text's
 * length, whatever it contains (`linear.test.ts`).
 */
export interface Rule {
  is: RegExp;
  not?: RegExp;
  /** `is` for a whole text with one sentence per line. Without a match here, no sentence matches. */
  anywhere: RegExp;
}

/** Folds a pattern and expands `§` to a word boundary, since `\b` knows ASCII only. */
function sourceOf(written: string): string {
  return folded(written).replaceAll('§', '(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))');
}

/** Normalized by NFKC, without accents. */
export function folded(written: string): string {
  return written
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC');
}

export function rule(is: string, not?: string): Rule {
  const source = sourceOf(is);
  return {
    is: new RegExp(source, 'gu'),
    anywhere: new RegExp(source, 'mu'),
    ...(not === undefined ? {} : { not: new RegExp(sourceOf(not), 'u') }),
  };
}

/** Negations: a warning is no demand. */
const NEVER =
  "§(?:(?:do|does|will|can|must|should|would) ?not|don't|doesn't|won't|can't|cannot|never|nobody" +
  '|no one)§|хэзээ ч|бүү' +
  '|§(?:никогда|не принимаем|не просим|не переводите|не отправляйте|нельзя)§|§(?:nunca|jamás|nadie)§' +
  '|절대|마세요|않습니다|決して|ません|ないで|不会|不會|不要|请勿|請勿|从不|從不|ไม่เคย|อย่า|§(?:không bao giờ|đừng|jangan' +
  '|tidak pernah)§|§لا§|أبدا|երբեք|ҳеҷ гоҳ';

const MANY = '(?:\\d[ -]?){9}|\\d{8}';

/** Accounts and their codes, named explicitly. */
export const ACCOUNTS: readonly Rule[] = [
  rule(
    '§(?:iban|swift|bic|routing|sort code|ifsc|aba|bsb|clabe|cbu|promptpay|(?:account|acct|a/c) ?(?:number|no|nr|#)' +
      '|дансны дугаар|номер (?:счёта|карты)|р/с|número de cuenta|stk|số tài khoản|(?:no|nombor) akaun' +
      '|рақами (?:ҳисоб|корт)|հաշվեհամար)\\p{L}{0,16}§[^\\d!?]{0,30}(?:\\d[ -]?){5,40}',
  ),
  rule(
    '(?:계좌 ?번호|口座番号|振込先|账号|帳號|賬號|卡号|卡號|เลขบัญชี|พร้อมเพย์|رقم الحساب|آيبان)[^\\d!?]{0,30}(?:\\d[ -]?){5,40}',
  ),
  rule(
    `§(?:account|acct|данс|счёт|карт|cuenta|tarjeta|tài khoản|akaun|ҳисоб|корт|հաշիվ` +
      `|քարտ)\\p{L}{0,16}§[^\\d!?]{0,24}(?:${MANY})`,
  ),
  rule(`(?:계좌|口座|账户|帳戶|賬戶|戶口|บัญชี|حساب)[^\\d!?]{0,24}(?:${MANY})`),
  rule(`(?:${MANY}).{0,16}(?:§(?:is (?:my|our|the) account|account number|дансны|данс)§|계좌|口座|账号|帳號|บัญชี)`),
  rule('§(?:swift|bic)§[^\\p{L}]{0,6}(?:code[^\\p{L}]{0,4})?[a-z]{4}(?:[a-z]{2})[a-z0-9]{2}(?:[a-z0-9]{3})?§'),
];

const COIN =
  '(?:§(?:usdt|trc-?20|erc-?20|bep-?20|bitcoin|btc|ethereum|tether|crypto)§|биткоин|биткойн|крипто|比特币|比特幣|泰达币|泰達幣' +
  '|비트코인|테더|ビットコイン|บิตคอยน์|بيتكوين)';
const COIN_GIVEN =
  '(?:send|transfer|§pay|wallet|address|шилжүүл|илгээ|явуул|хаяг|төл|отправ|перевед|кошел|адрес|전송|보내' +
  '|지갑|송금|送|轉|转|钱包|錢包' +
  '|ウォレット|envi|manda|cartera|billetera|โอน|กระเป๋า|§gửi|chuyển|hantar|أرسل|حول|محفظة)';

export const COIN_NAMES: readonly Rule[] = [
  rule(`${COIN}.{0,60}${COIN_GIVEN}`, NEVER),
  rule(`${COIN_GIVEN}.{0,60}${COIN}`, NEVER),
];

/** Addresses that do not look like links. */
export const HOSTS: readonly Rule[] = [
  rule('§[a-z][a-z0-9+-]{1,20}:\\s?//'),
  rule(
    '(?<![\\p{L}\\p{N}])(?:t\\.me|wa\\.me|m\\.me|line\\.me|bit\\.ly|cutt\\.ly|goo\\.gl|paypal\\.me)(?![\\p{L}\\p{N}])',
  ),
  rule(
    '(?=\\.(?:mn|co|app|link|online|site|shop|casino|kz|kr|jp|vn|ph|asia|dev|gg|uk|eu|tv)(?![\\p{L}\\p{N}]))' +
      '(?<=[\\p{L}\\p{N}-]{2})(?<!@[\\p{L}\\p{N}-]{1,63})',
  ),
  rule('[\\p{L}\\p{N}._+-] ?@ ?[\\p{L}\\p{N}-]{1,63}\\.\\p{L}{2}'),
  rule('(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])'),
];

const MESSENGER =
  '(?:§(?:telegram|tg|whats ?app|viber|we ?chat|weixin|kakao(?: ?talk)?|zalo|messenger|skype|discord' +
  '|instagram|facebook' +
  '|line id|on signal|тг|телега)§|телеграм|тэлэграм|ватсап|вотсап|вайбер|вичат|мессенджер|微信|支付宝|支付寶|电报|電報' +
  '|텔레그램|카카오톡|카톡|テレグラム|ライン(?:で|の|に)|เทเลแกรม|ไลน์|تيليجرام|تلغرام|تيليغرام|واتساب)';
const REACHED =
  '(?:§(?:write|contact|message|text|add|dm|chat|reach|ping|find|talk|pay|send|tôi|saya)§|бич|холбогд' +
  '|нэм|ярь|явуул|пиши|напиши' +
  '|свяж|добав|escrib|contáct|agreg|mánda|추가|연락|보내|加|联系|聯繫|聯絡|連絡|追加|แอด|ติดต่อ|ทัก|liên hệ|nhắn|kết bạn|hubungi' +
  '|tambah|تواصل|راسل|أضف|гр[эе]ед|գրեք|нависед|(?<!\\d)\\d{7})';

/** Contacts outside the app, where the house cannot see a demand. */
export const HANDLES: readonly Rule[] = [
  rule('(?<![\\p{L}\\p{N}])@ ?[\\p{L}_][\\p{L}\\p{N}_]{2}'),
  rule(`${MESSENGER}.{0,60}${REACHED}`, NEVER),
  rule(`${REACHED}.{0,60}${MESSENGER}`, NEVER),
];

const MONEY = '(?:money|cash|funds|amount|payment|fee|tax|commission|deposit|mnt|usd|eur|[$€₮¥₩]|\\d)';
const OUR_PLACE =
  '§(?:me|my|us|our (?:account|card|agent|bank|colleague|manager)|this (?:account|card|number|wallet)' +
  '|(?:the )?following (?:account|card|number)|(?:account|card|number|details) below|(?:my|our|the' +
  '|an) (?:agent|colleague|cashier))§';

/** Demands for money other than by the wallet's screens. */
export const TRANSFERS: readonly Rule[] = [
  rule(`§(?:pay|transfer|wire|remit|venmo|zelle)§.{0,45}${OUR_PLACE}`, `${NEVER}|§(?:tell|show|ask) (?:me|us)§`),
  rule(`§(?:send|put|move|deposit|drop)§.{0,30}${MONEY}.{0,40}§(?:to|into|on|via|through) ${OUR_PLACE}`, NEVER),
  rule(`§(?:send|give|pay) (?:me|us) (?:the |your |a )?(?:\\p{L}{1,20} )?${MONEY}`, NEVER),
  rule(
    '§(?:pay|send|transfer)§.{0,30}§(?:fee|tax|commission|deposit|insurance)§.{0,30}§(?:first|before' +
      '|to (?:unlock|release|receive|withdraw))§',
    NEVER,
  ),
  rule(
    '§(?:pay|transfer|send)§.{0,25}§(?:directly to|privately|personally|in person' +
      '|outside (?:of )?the (?:app|club|wallet))§',
    NEVER,
  ),
  rule(
    '(?:миний|манай|энэ|доорх|дараах|хувийн) (?:хувийн )?(?:данс|карт|дугаар).{0,50}(?:шилжүүл' +
      '|явуул|илгээ|хий|тушаа|төл)',
    NEVER,
  ),
  rule('§(?:над|надад|бидэнд|над руу)§.{0,30}(?:мөнг|төгрөг|₮|\\d).{0,25}(?:явуул|илгээ|шилжүүл|өг)', NEVER),
  rule('(?:мөнг|төгрөг|₮|\\d).{0,25}§(?:над|надад|бидэнд)§.{0,20}(?:явуул|илгээ|шилжүүл|өг)', NEVER),
  rule('§(?:minii|manai|ene|nad|nadad)§.{0,20}(?:dans|kart|ruu|mong).{0,30}(?:shilj|yavu|ilgee|tul|hii)'),
  rule(
    '(?:перевед|переводите|отправ|пришл|скин|заплат|оплат|внес|закин)\\p{L}{0,16}§.{0,40}§(?:мне|нам' +
      '|мо[еюий]\\p{L}{0,16}|на (?:эт|наш|мо|личн|следующ)\\p{L}{0,16}|на (?:карту|счёт)|оператору|агенту|напрямую)§',
    `${NEVER}|§мы§|§клуб§|§если§|ваш\\p{L}{0,16} (?:карт|счёт)`,
  ),
  rule(
    '(?:transfier|transferi|transfer|envi|manda|deposit|paga|abona|ingres)\\p{L}{0,16}§.{0,40}§(?:mi (?:cuenta' +
      '|tarjeta)|nuestra cuenta|esta cuenta|la siguiente cuenta|a mí|agente)§',
    NEVER,
  ),
  rule(`§(?:envíame|mándame|págame|transfiéreme|deposítame|envíanos|páganos)§`, `${NEVER}|captura|foto|recibo`),
  rule('(?:내|제|저희|우리|이|아래|다음) ?(?:계좌|카드|번호).{0,40}(?:입금|송금|이체|보내)', NEVER),
  rule('(?:저|나)(?:에게|한테).{0,20}(?:입금|송금|이체|돈)', NEVER),
  rule('(?:私|僕|当方|こちら|この|下記|以下|次)の?(?:口座|カード|番号).{0,20}(?:振り込|振込|送金|入金|送って)', NEVER),
  rule('私に.{0,15}(?:送金|振込|振り込|お金)', NEVER),
  rule(
    '(?:转|轉|汇|匯|打|付|存).{0,14}(?:给我|給我|到我|我的|我个人|我個人|到这个|到這個|到以下|到下面|到指定|给客服|給客服|给代理|給代理)',
    NEVER,
  ),
  rule('(?:给我|給我|往我|向我).{0,6}(?:转|轉|汇|匯|打钱|打錢|打款|付)', NEVER),
  rule(
    '(?:حول|أرسل|ارسل|ادفع|أودع)\\p{L}{0,16} .{0,40}(?:حسابي|حسابنا|§لي§|§إلي§|بطاقتي|هذا الحساب|الحساب التالي)',
    NEVER,
  ),
  rule('(?:โอน|จ่าย|ส่งเงิน|ฝาก).{0,40}(?:ให้(?:ผม|ฉัน)|มาให้)', NEVER),
  rule('(?:โอน|จ่าย|ส่งเงิน|ฝาก).{0,40}บัญชี(?:ของ)?(?:ผม|ฉัน|เรา|นี้)', NEVER),
  rule(
    '§(?:chuyển|gửi|nộp|thanh toán|trả)§.{0,40}§(?:cho tôi|cho mình|tài khoản (?:của )?(?:tôi|chúng tôi|này|sau))§',
    NEVER,
  ),
  rule(
    '(?:pindah|hantar|bayar|transfer|kirim)\\p{L}{0,16}§.{0,40}§(?:(?:akaun|kad) (?:saya|kami|ini|berikut)' +
      '|kepada (?:saya|ejen))§',
    NEVER,
  ),
  rule('(?:փոխանց|ուղարկ|վճար).{0,50}(?:§(?:իմ|ինձ)§|մեր հաշ|այս հաշ)', NEVER),
  rule('§ба (?:ҳисоби|корти) (?:ман|мо)§.{0,40}(?:гузарон|фирист|пардохт|интиқол)', NEVER),
];

const SIDE = '(?:big|small|odd|even|triples?|doubles?|high|low)';
/** Start of an English instruction. */
const DO =
  "(?:^[^\\p{L}\\n]{0,40}|[,;:-] ?|§(?:and|then|so|just|please|pls|should|must|better|now|try|let's|lets" +
  '|why not|gotta|need to|have to|(?:advise|recommend|suggest|tell|urge|want) (?:you )?(?:to|that you)?' +
  "|time to|i'd|i would)§ ?(?:you |to )?)";
const EXPLAINED =
  "§(?:if|when|whenever|how|means?|wins? (?:if|when)|to place|rules?|cannot|can't|never|nobody|no one)§";

/** Offers to place a bet for a member, and advice to bet. Explanations of how bets work are allowed. */
export const BETS: readonly Rule[] = [
  rule(
    `${DO}(?:bet|stake|wager|put|gamble|play|place|go)§.{0,45}§(?:on|for|with) (?:the |a )?(?:${SIDE}|it` +
      `|number|sum|next|tonight|1[0-8]|[3-9])§`,
    EXPLAINED,
  ),
  rule(`${DO}(?:go|pick|choose|play|take|try|back) (?:for |with )?(?:the )?${SIDE}§(?! (?:or|and)§|,)`, EXPLAINED),
  rule(
    `${DO}(?:bet|stake|wager|gamble) (?:more|again|everything|all|half|max|your|bigger|higher|now|tonight` +
      `|today|[$€₮]|\\d)`,
    EXPLAINED,
  ),
  rule(
    '§(?:double|raise|increase|triple) (?:your|the) (?:stakes?|bets?)§|§(?:go|going|went) all[ -]in§' +
      '|§win (?:it|them) (?:all )?back§',
    NEVER,
  ),
  rule(
    `§${SIDE} (?:is|will|are|looks|has to|must|should|is gonna)§ (?:be )?(?:due|going|com|win|hit|hot` +
      `|sure|certain|guaranteed|lucky|best|a sure|the best|fall|land|next)`,
    EXPLAINED,
  ),
  rule(
    `§(?:next|tonight|tonight's|this|coming)§.{0,25}§(?:will|is going to|gonna|going to)§.{0,15}§${SIDE}§`,
    EXPLAINED,
  ),
  rule(
    '§(?:sure|guaranteed|certain|safe|hot|winning|lucky) (?:win|bet|number|numbers|tip|pick|thing)s?§',
    `${NEVER}|§no§`,
  ),
  rule("§you(?:'ll| will| are going to| gonna) (?:surely |definitely |certainly )?win§", EXPLAINED),
  rule(
    "§(?:i|we)(?:'ll|'ve|'d| will| have| can| could| just| already){0,3} (?:bet|placed?|put|changed?" +
      '|cancel(?:led|ed)?|moved?|raised?|doubled?)§.{0,30}§(?:bets?|stakes?|wagers?|slips?|on big|on small' +
      '|on odd|on even)§|§let me (?:bet|place|change)§|§(?:bet|place) (?:it )?for you§',
    `${NEVER}|§in the book§`,
  ),
  rule(
    '§(?:их|бага|сондгой|тэгш|гурвал\\p{L}{0,16}|том|жижиг|\\d{1,20})(?:[- ]?(?:дээр|д|т|руу' +
      '|нь))?§.{0,30}(?:тавиарай|тавиач|тавиад|тавичих|тавь§|тавих хэрэгтэй|тавибал|тоглоорой|тоглооч)',
  ),
  rule(
    '(?:дахиад|дахин|илүү|бүгдийг|бүх мөнг\\p{L}{0,16}|одоо|өнөөдөр|өнөө орой).{0,30}(?:тавиарай|тавиач' +
      '|тавичих|тавь§|тоглоорой|тоглооч)',
  ),
  rule(
    '(?:дараагийн|өнөө|энэ удаа).{0,30}§(?:их|бага|сондгой|тэгш|том|жижиг)§.{0,12}(?:гарна|бууна|хожно' +
      '|ирнэ)|заавал хож|баталгаатай хож',
  ),
  rule('§(?:ih|baga|sondgoi|tegsh|tom|jijig)§.{0,20}§(?:tavi|taviarai|tavichih|togloorоi|tav)\\p{L}{0,16}'),
  rule(
    '§(?:поставь|поставьте|ставь|ставьте|сыграй|сыграйте|играй|играйте|удвой|удвойте|увеличь|увеличьте' +
      '|закинь)§.{0,40}(?:§на (?:больш|мал|чёт|нечёт|тройк|дубл|всё|все|\\d)|§ставк|§ещё|§сейчас|§сегодня' +
      '|\\d)',
    '§(?:чтобы|как|если)§',
  ),
  rule(
    '(?:советую|рекомендую|предлагаю|лучше|надо|нужно|стоит|давайте)§.{0,20}(?:поставить|ставить|сыграть' +
      '|сделать ставку|поставим)',
  ),
  rule(
    '(?:следующ|сегодня|сейчас|точно).{0,35}(?:больш|мал|чёт|нечёт)\\p{L}{0,16}|верн(?:ая|ую) ставк' +
      '|гарантирован\\p{L}{0,16} (?:выигрыш|побед)|§(?:я|мы) постав(?:ил|лю|им)',
    '(?:не|никто|нельзя|если|минимальн|максимальн)',
  ),
  rule(
    '(?:^[^\\p{L}\\n]{0,40}|[,;:] ?|§(?:mejor|ya|ahora|por favor|y)§ )(?:apuesta|apueste|apuéstale|pon|ponle' +
      '|ponga|juega|juegue|juégale)§.{0,40}§(?:al?|en|por)§ (?:el |la |lo |los )?(?:grande|pequeñ|par|impar' +
      '|triple|doble|alto|bajo|\\d)',
  ),
  rule(
    '(?:recomiendo|aconsejo|sugiero|deberías|debes|mejor|hay que|conviene)§.{0,15}(?:apostar|apuestes' +
      '|jugar|juegues|poner)',
  ),
  rule(
    '§(?:grande|pequeño|par|impar|triple)§.{0,8}§(?:va a|saldrá|ganará|sale seguro)§|(?:apuesta|ganancia' +
      '|victoria) (?:segura|garantizada)|(?:dobla|sube|aumenta) (?:tu|la) apuesta',
    NEVER,
  ),
  rule(
    '(?:대|소|홀|짝|큰 ?수|작은 ?수|빅|스몰|트리플|홀수|짝수|\\d)(?:에|으로|로|원|원을)? ?.{0,15}(?:거세요|걸어|거시|베팅하세요|배팅하세요|베팅해|배팅해|가세요)',
    '걸어야|방법|경우',
  ),
  rule(
    '(?:다음|오늘|이번).{0,15}(?:대|소|홀|짝).{0,20}(?:나와요|나올|나옵|확실)|더 (?:거세요|걸어|베팅하세요)|무조건 (?:이겨|이깁)',
  ),
  rule(
    '(?:大|小|奇数|偶数|ゾロ目|ビッグ|スモール|トリプル)に.{0,15}(?:賭けて|かけて|ベットして|張って|賭けよう|賭けるべき|賭けましょう|賭けた方)',
    'なら|場合|方法|とき',
  ),
  rule('(?:次|今夜|今日).{0,15}(?:大|小|奇数|偶数).{0,8}(?:出ます|来ます|来る|出る|でしょう)|もっと(?:賭け|ベット)'),
  rule(
    '(?:押|买|買|下注|投注|压|壓|下) ?(?:\\d{1,12} ?)?(?:元|块|塊)?(?:在|到|押|买|買)? ?(?:大(?!小)|小(?![单單])|单(?!双)|單(?!雙)|双|雙|豹子)',
    '如果|若|是指|怎么|怎麼|如何|表示|当|當|规则|規則',
  ),
  rule(
    '(?:下一期|今晚|下期|这期|這期|下局).{0,10}(?:开|開|出|买|買|押|下|投)|稳赢|穩贏|必中|必赢|必贏|包赢|包中|包贏|梭哈|全押|加注吧',
    '不',
  ),
  rule('(?:راهن|راهني|ضع|العب)\\p{L}{0,16} .{0,30}على (?:ال)?(?:كبير|صغير|فردي|زوجي|ثلاثي|\\d)', 'إذا|كيف|عندما'),
  rule(
    '(?:แทง|เดิมพัน|วาง|ลง).{0,25}(?:สูง|ต่ำ|คู่|คี่|ใหญ่|เล็ก|ตอง).{0,25}(?:เลย|สิ|นะ|คืนนี้|เถอะ' +
      '|งวดหน้า|ดีกว่า|กัน|แน่)|(?:งวดหน้า|คืนนี้).{0,15}(?:ออก|มา).{0,6}(?:สูง|ต่ำ|คู่|คี่)',
  ),
  rule(
    '§(?:hãy|nên|cứ) (?:đặt|cược|đánh|chơi)§|§(?:đặt|cược|đánh)§.{0,25}§(?:tài|xỉu|chẵn|lẻ|lớn' +
      '|nhỏ)§.{0,25}§(?:đi|ngay|tối nay|nhé|kỳ sau)§',
    '§(?:nếu|cách|khi)§',
  ),
  rule(
    '(?:^[^\\p{L}\\n]{0,40}|, ?)(?:pasang|bertaruh|letak|taruh)\\p{L}{0,16}§.{0,40}§(?:besar|kecil|ganjil|genap)§',
    '§(?:jika|cara|apabila)§',
  ),
  rule(
    '(?:դրեք|§դիր§|խաղացեք).{0,40}(?:մեծ|փոքր|կենտ|զույգ)|(?:մեծ|փոքր|կենտ|զույգ).{0,40}(?:դրեք|§դիր§|խաղացեք)',
    'եթե|ինչպես',
  ),
  rule('(?:калон|хурд|тоқ|ҷуфт).{0,40}(?:гузоред|§гузор§|монед|бозӣ кунед)', 'агар|чӣ тавр'),
];
