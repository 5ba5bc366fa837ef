import { type Rule, rule } from './rules.ts';

/** Negations: in the same clause they turn a demand into a warning. */
const NOT_EN = "§(?:never|nobody|no one|no|not|don't|doesn't|won't|cannot|can't|if (?:someone|somebody|anyone))§";
const NOT_MN = 'хэзээ ч|§бүү§|гүй|болохгүй';
const NOT_RU = '§(?:не|никогда|никто|нет|без)§';
const NOT_CJK = '不|勿|別|别|無|无|免|没|沒|ません|ない|않|마세|없|절대';
const NOT_REST =
  '§(?:no|nunca|nadie|không|đừng|jangan|tidak|tiada|tak|لا|لن|ليس|أبدا|չենք|երբեք|մի|ҳеҷ' +
  '|намегирем|накунед)§|ไม่|อย่า';
const NOT = [NOT_EN, NOT_MN, NOT_RU, NOT_CJK, NOT_REST].join('|');

const PAY_EN = '(?:pay|send|transfer|deposit|top up|add|remit|cover|settle)';
const FEE_EN =
  '(?:fees?|tax|taxes|commission|guarantee|insurance|security deposit|deposit|charge|bond|penalty|stamp duty)';

/** Money demanded as the price of something, with or without a destination. */
export const DEMANDS: readonly Rule[] = [
  rule(`§(?:until|unless|once|as soon as|after|only when) you(?:'ve| have)? ${PAY_EN}\\p{L}{0,16}§.{0,30}§${FEE_EN}§`),
  rule(
    `§(?:need|require|must|have to|should|please|kindly|just)§.{0,25}§${FEE_EN}§.{0,30}§(?:first|before|upfront)§`,
    NOT,
  ),
  rule(
    `§(?:to|so (?:that )?we can) (?:release|unlock|unfreeze|verify|activate|free|process)§.{0,50}` +
      `§(?:pay|deposit|send us|transfer|${FEE_EN})§`,
    NOT,
  ),
  rule(`(?:^|§(?:please|kindly|just|and|must|need to|have to|should)§) ?§${PAY_EN}§.{0,25}§${FEE_EN}§`, `${NOT}|limit`),
  rule(`§${PAY_EN}§.{0,30}\\d.{0,40}§(?:unlocked|released|unfrozen|verified|activated|unblocked)§`, NOT),
  rule(
    '(?:тулд|өмнө|эхлээд|эхэлж|урьдчилж).{0,50}(?:төл(?:нө үү|ө|ж|ээр)|шилжүүл(?:нэ|ээ)|цэнэглэх шаард|байршуул)',
    NOT_MN,
  ),
  rule(
    '(?:сначала|прежде|чтобы (?:получить|вывести|разблок|снять)).{0,45}(?:оплатит|внесит|перевед' +
      '|заплатит|пополнит)',
    NOT_RU,
  ),
  rule(
    '(?:para (?:liberar|desbloquear|retirar|verificar|activar|cobrar)|primero|antes).{0,45}(?:abon' +
      '|pag(?:ue|ar|a)|deposit|ingres).{0,40}(?:tasa|comisión|impuesto|fianza|depósito|\\d)',
    NOT_REST,
  ),
  rule(
    '(?:먼저|우선|하시려면|받으려면|위해).{0,30}(?:수수료|보증금|세금|예치금|\\d).{0,20}(?:입금|송금|납부|보내)',
    NOT_CJK,
  ),
  rule('(?:先|まず|前に|には).{0,25}(?:手数料|保証金|税金|\\d円).{0,20}(?:振(?:り)?込|送金|入金|お?支払)', NOT_CJK),
  rule(
    '(?:先|首先|需要|需|必須|必须).{0,6}(?:匯|汇|繳|缴|付|交|轉|转|充|儲|存).{0,8}(?:保證金|保证金|手續費|手续费|稅|税|押金|解凍金|\\d)',
    NOT_CJK,
  ),
  rule('(?:โอน|จ่าย|ชำระ|ฝาก|วาง).{0,20}(?:ค่าธรรมเนียม|ภาษี|ประกัน|มัดจำ).{0,30}(?:ก่อน|เพื่อ)', 'ไม่|อย่า'),
  rule('(?:nộp|đóng|chuyển|trả|thanh toán|nạp).{0,25}(?:phí|thuế|cọc|bảo đảm).{0,30}(?:trước|để|mới)', NOT_REST),
  rule(
    '(?:bayar|deposit|pindahkan|masukkan)§.{0,20}(?:yuran|cukai|caj|cagaran|fi)§.{0,30}(?:dahulu' +
      '|sebelum|dulu|untuk)',
    NOT_REST,
  ),
  rule(
    '(?:ادفع|دفع|تدفع|سدد|تسديد|إيداع|حول).{0,20}(?:رسوم|عمولة|ضريبة|تأمين|ضمان).{0,30}(?:أولا|قبل|حتى|لفتح)',
    NOT_REST,
  ),
  rule('(?:համար|նախ|առաջ).{0,35}(?:վճարեք|փոխանցեք|մուծեք)', NOT_REST),
  rule('(?:аввал|барои).{0,45}(?:супоред|пардохт кунед|гузаронед)', NOT_REST),
];

/** Loans, tips and gifts to staff. */
export const GIFTS: readonly Rule[] = [
  rule(
    '§(?:lend|loan|spot) me§|§(?:thank-you|tip|gift|coffee money)§.{0,40}(?:\\d|§(?:for me|to my)§|would be nice)',
    NOT_EN,
  ),
  rule('(?:надад|над).{0,25}зээл(?:ээ|ж өг|үүл)|(?:кофены|цайны) мөнг|бэлэг.{0,12}(?:өг|явуул)', NOT_MN),
  rule('одолжи\\p{L}{0,16} мне|(?:мне|займите).{0,12}(?:в долг|на кофе)|на чай мне', NOT_RU),
  rule(
    '(?:préstame|présteme|prestarme|una propina)|cho (?:em|tôi) (?:vay|mượn)|pinjam(?:kan)? saya|أقرضني|إكرامية',
    NOT_REST,
  ),
  rule(
    '借我|小費|小费|貸して(?:ください|くれ)|빌려 ?(?:주|줄)|팁(?:을|좀)|ขอยืม|ให้ทิป|խոսք.{0,3}պարտք|ба ман қарз',
    `${NOT_CJK}|ไม่`,
  ),
];

/** Requests for secrets that only the member may know. */
export const SECRETS: readonly Rule[] = [
  rule(
    '§(?:read|tell|give|send|share|type|what is|confirm|need)§.{0,45}(?:§(?:cvv|cvc|pin|password|passcode|otp)§' +
      '|§(?:sixteen|16|three)§ digits?|one-time code|§(?:sms|verification|security) code§)',
    NOT_EN,
  ),
  rule('(?:нууц үг|пин код|cvv|нэг удаагийн код|баталгаажуулах код).{0,25}(?:хэл|явуул|илгээ|бич|өг)', NOT_MN),
  rule('(?:скажите|назовите|пришлите|отправьте|сообщите|напишите).{0,30}(?:cvv|cvc|пин|парол|код из)', NOT_RU),
  rule(
    '(?:dígame|envíe|dime|mándeme|indique).{0,30}(?:cvv|pin|contraseña|clave|código)|(?:gửi|cho em' +
      '|đọc).{0,20}(?:mật khẩu|otp|cvv|mã pin)|(?:beri|hantar|nyatakan).{0,25}(?:kata laluan|pin|cvv' +
      '|otp)',
    NOT_REST,
  ),
  rule(
    '(?:비밀번호|인증번호|cvv|cvc).{0,15}(?:알려|보내|말씀)|(?:暗証番号|パスワード|認証コード).{0,12}(?:教えて|送って)|(?:告訴|告诉|提供|發' +
      '|发|給|给).{0,10}(?:密碼|密码|驗證碼|验证码|cvv)',
    NOT_CJK,
  ),
  rule(
    '(?:ส่ง|บอก|แจ้ง).{0,15}(?:รหัสผ่าน|otp|รหัส cvv|พิน)|(?:أرسل|أعطني|أخبرني).{0,25}(?:كلمة|رمز' +
      '|الرقم السري)|(?:ասեք|ուղարկեք).{0,25}(?:գաղտնաբառ|կոդ)|(?:рамз|парол).{0,25}(?:гӯед|фиристед)',
    NOT_REST,
  ),
];

/** Other messengers, as spelled in the club's languages. */
export const ELSEWHERE: readonly Rule[] = [
  rule('(?:whats ?app|telegram|viber|messenger) me§', NOT_EN),
  rule('(?:фэ?йсбүү?к|фейсбук|инстаграм|телеграм|вайбер).{0,30}(?:маань|бичээр|холбогд|нэмээр|ороор)', 'гүй|§бүү§'),
  rule('(?:加|私).{0,4}(?:賴|赖|line|薇信|威信|v信)|(?:賴|赖|line) ?id', NOT_CJK),
  rule('(?:ไลน์|เฟซบุ๊ก|เทเลแกรม).{0,20}(?:คุย|ไอดี)|แอดไลน์', 'ไม่|อย่า'),
  rule('(?:գրեք|գրիր|միացեք|ավելացրեք).{0,25}(?:վայբեր|տելեգրամ|վոթսափ|ֆեյսբուք)', NOT_REST),
  rule('(?:카톡|카카오|텔레|라인)(?:으로|로|에서)? ?(?:연락|추가|말씀|문의)', NOT_CJK),
];

/** Advice, orders and offers to bet. */
export const ADVICE: readonly Rule[] = [
  rule(
    '§if i were you§.{0,30}§(?:big|small|odd|even|red|black|go for|bet|play)§|§(?:red|black|big' +
      '|small|odd|even) is due§',
    NOT_EN,
  ),
  rule(
    "§i(?:'ll| will| can) (?:play|bet|stake)§.{0,45}§(?:behalf|for you)§|§put (?:double|it all|everything) on§",
    NOT_EN,
  ),
  rule(
    '(?:өмнөөс|нэрийн өмнөөс).{0,25}(?:бооцоо|тавь|тогло).{0,20}(?:өг|ье|ъя)|§(?:одоо|дахин) тоглоо(?:рой|ч)',
    NOT_MN,
  ),
  rule('§(?:том|жижиг|тэгш|сондгой|улаан|хар)§ дээр (?:тав|тогл)|гарцаагүй хож', 'болохгүй|зөвлө'),
  rule('(?:أنصحك|راهن|تراهن).{0,25}على (?:ال)?(?:أحمر|أسود|كبير|صغير|فردي|زوجي)', `${NOT_REST}|إذا`),
  rule(
    '§apuest[ae]§.{0,12}§(?:al?|en)§ (?:el |la )?(?:grande|pequeñ|par|impar|rojo|negro)',
    `${NOT_REST}|§una§|§la§|§su§`,
  ),
  rule('(?:大|小|奇数|偶数|赤|黒)」?に(?:賭け|ベット)(?:ると(?:いい|良)|ましょ|て)', `${NOT_CJK}|なら`),
  rule('(?:đánh|đặt|vào) (?:tài|xỉu|chẵn|lẻ) (?:đi|nhé|luôn|ngay)|chắc chắn trúng', NOT_REST),
  rule('ลง(?:สูง|ต่ำ|คู่|คี่)(?:เลย|ค่ะ|ครับ|นะ)|เข้าแน่นอน', 'ไม่'),
  rule(
    '(?:biar|izinkan) saya.{0,20}(?:taruhan|bertaruh|pasang)|(?:taruhan|bertaruh) (?:untuk' +
      '|bagi pihak) (?:awak|anda)',
    NOT_REST,
  ),
];
