import type { LanguageCode } from '@tercet/server/languages.ts';

// Texts of the play house's Home and table names in all languages but English, which is in the plan. Drafts, not yet
// reviewed by native speakers.

type InOthers<Words> = Readonly<Record<Exclude<LanguageCode, 'en'>, Words>>;
type BannerText = readonly [title: string, text: string];

export const BANNER_TEXTS: Readonly<Record<'/Verify' | '/Book', InOthers<BannerText>>> = {
  '/Verify': {
    mn: ['Тохирол бүрийг өөрөө шалга', '{beacon} Утас тань өөрөө бодно.'],
    tg: ['Ҳар қуръакаширо худатон санҷед', '{beacon} Ҳисобро телефонатон мекунад.'],
    ar: ['تحقّق من كل قرعة بنفسك', '{beacon} وهاتفك يجري الحساب.'],
    ko: ['모든 추첨을 직접 확인하세요', '{beacon} 계산은 휴대전화가 합니다.'],
    es: ['Comprueba tú cada sorteo', '{beacon} Tu teléfono hace las cuentas.'],
    hy: ['Ստուգեք ամեն խաղարկություն ինքներդ', '{beacon} Հաշվում է Ձեր հեռախոսը։'],
    vi: ['Tự kiểm tra mọi lượt quay', '{beacon} Điện thoại của bạn tự tính.'],
    ms: ['Semak sendiri setiap cabutan', '{beacon} Telefon anda yang mengira.'],
    th: ['ตรวจการออกผลทุกครั้งได้ด้วยตัวเอง', '{beacon} โทรศัพท์ของคุณเป็นผู้คำนวณ'],
    'zh-Hant': ['每次開獎都能自己驗證', '{beacon}計算由您的手機完成。'],
    ja: ['すべての抽選をご自身で検証', '{beacon}計算はお使いの端末が行います。'],
  },
  '/Book': {
    mn: ['Дэвтэр нээлттэй', 'Ширээ, лац, тохирол бүр нийтийн дэвтэрт бичигдсэн дарааллаараа бий.'],
    tg: ['Дафтар кушода аст', 'Ҳар миз, муҳр ва қуръакашӣ дар дафтари умум ба тартиби навишташуданаш истодааст.'],
    ar: ['السجل مفتوح', 'كل طاولة وكل ختم وكل قرعة في السجل العام، بترتيب كتابتها.'],
    ko: ['장부는 공개되어 있습니다', '모든 테이블, 봉인, 추첨이 기록된 순서대로 공개 장부에 있습니다.'],
    es: [
      'El libro está abierto',
      'Cada mesa, sello y sorteo está en el libro público, en el orden en que se escribió.',
    ],
    hy: ['Մատյանը բաց է', 'Ամեն սեղան, կնիք և խաղարկություն հանրային մատյանում է՝ գրանցման հերթականությամբ։'],
    vi: ['Sổ luôn mở', 'Mọi bàn cược, niêm phong và lượt quay đều nằm trong sổ công khai, theo đúng thứ tự đã ghi.'],
    ms: ['Buku terbuka', 'Setiap meja, meterai dan cabutan ada dalam buku awam, mengikut urutan ia ditulis.'],
    th: ['ทะเบียนเปิดให้ทุกคนดู', 'ทุกโต๊ะ ทุกผนึก และทุกการออกผลอยู่ในทะเบียนสาธารณะ ตามลำดับที่บันทึก'],
    'zh-Hant': ['登記簿是公開的', '每張遊戲桌、每次封存與開獎，都依寫入順序記在公開登記簿中。'],
    ja: ['台帳は公開されています', 'すべてのテーブル、封印、抽選が、記録された順に公開台帳に載っています。'],
  },
};

/** In the order of the plan's notices. */
export const NOTICE_TEXTS: readonly InOthers<BannerText>[] = [
  {
    mn: ['Бооцоог тохирол бүрийн өмнө лацаддаг. Баримт бүр таны бооцоог нотолно.', 'Аль ч тохирлын нотолгоог үзээрэй.'],
    tg: [
      'Шартҳо пеш аз ҳар қуръакашӣ муҳр мешаванд. Ҳар расид шарти шуморо исбот мекунад.',
      'Исботи ҳар қуръакаширо бинед.',
    ],
    ar: ['تُختم الرهانات قبل كل قرعة، وكل إيصال يثبت رهانك.', 'اطّلع على إثبات أي قرعة.'],
    ko: ['베팅은 추첨 전에 봉인됩니다. 영수증마다 내 베팅이 증명됩니다.', '어떤 추첨이든 증명을 볼 수 있습니다.'],
    es: [
      'Las apuestas se sellan antes de cada sorteo. Cada recibo prueba la tuya.',
      'Mira la prueba de cualquier sorteo.',
    ],
    hy: [
      'Խաղադրույքները կնքվում են ամեն խաղարկությունից առաջ։ Ամեն անդորրագիր ապացուցում է Ձերը։',
      'Տեսեք ցանկացած խաղարկության ապացույցը։',
    ],
    vi: [
      'Cược được niêm phong trước mỗi lượt quay. Mỗi biên nhận chứng minh cược của bạn.',
      'Xem bằng chứng của bất kỳ lượt quay nào.',
    ],
    ms: [
      'Pertaruhan dimeterai sebelum setiap cabutan. Setiap resit membuktikan pertaruhan anda.',
      'Lihat bukti mana-mana cabutan.',
    ],
    th: ['เดิมพันถูกผนึกก่อนการออกผลทุกครั้ง ใบเสร็จแต่ละใบพิสูจน์เดิมพันของคุณ', 'ดูข้อพิสูจน์ของการออกผลครั้งใดก็ได้'],
    'zh-Hant': ['投注在每次開獎之前就已封存，每張收據都能證明您的投注。', '任何一次開獎的證明都能查看。'],
    ja: ['ベットは、抽選の前に封印されます。控えが1件ごとにそれを証明します。', 'どの抽選の証明もご覧いただけます。'],
  },
  {
    mn: [
      'Тоглоомын кредит үнэгүй бөгөөд үнэ цэнэгүй; түүнийг авч, төлдөг нь зөвхөн дүр үзүүлдэг.',
      'Энэ бол тоглоомын мөнгөний клуб.',
    ],
    tg: [
      'Кредитҳои бозӣ ройгон ва беарзишанд; он чи онҳоро мегирад ва мепардозад, танҳо тақлид мекунад.',
      'Ин клуби пули бозӣ аст.',
    ],
    ar: ['وحدات اللعب مجانية وبلا قيمة، وما يستلمها ويدفعها يحاكي ذلك فقط.', 'هذا نادٍ للعب بلا مال حقيقي.'],
    ko: [
      '체험용 크레딧은 무료이며 가치가 없습니다. 받고 지급하는 쪽은 흉내만 냅니다.',
      '이 운영사는 체험용으로만 운영합니다.',
    ],
    es: [
      'Los créditos de juego son gratis y no valen nada; quien los cobra y los paga solo lo finge.',
      'Esta es una casa con dinero de juego.',
    ],
    hy: [
      'Խաղային կրեդիտներն անվճար են և արժեք չունեն. դրանք ընդունողն ու վճարողը միայն ձևացնում է։',
      'Սա խաղային փողով ակումբ է։',
    ],
    vi: [
      'Điểm chơi miễn phí và không có giá trị; bên nhận và trả chúng chỉ giả lập.',
      'Đây là nhà cái chơi bằng tiền ảo.',
    ],
    ms: [
      'Kredit main adalah percuma dan tidak bernilai; yang menerima dan membayarnya hanya berpura-pura.',
      'Ini rumah dengan wang main.',
    ],
    th: ['เครดิตสำหรับเล่นนั้นฟรีและไม่มีมูลค่า ผู้รับและผู้จ่ายเป็นเพียงการจำลอง', 'ที่นี่ใช้เงินเล่นเท่านั้น'],
    'zh-Hant': ['試玩點數免費且沒有價值；收付這些點數的只是模擬。', '這裡只用試玩點數。'],
    ja: ['プレイクレジットは無料で価値がありません。受け取りと支払いは模擬です。', 'ここは遊び専用の運営者です。'],
  },
];

/** By lottery key: the name, and a line on how often it draws. */
export const LOTTERY_TEXTS: Readonly<Record<string, InOthers<BannerText>>> = {
  'dice-30': {
    mn: ['Хагас минут', 'Гурван шоо, 30 секунд тутам'],
    tg: ['Ним дақиқа', 'Се кубик, ҳар 30 сония'],
    ar: ['نصف دقيقة', 'ثلاثة أحجار نرد، كل 30 ثانية'],
    ko: ['30초', '주사위 세 개, 30초마다'],
    es: ['Medio minuto', 'Tres dados, cada 30 segundos'],
    hy: ['Կես րոպե', 'Երեք զառ՝ 30 վայրկյանը մեկ'],
    vi: ['Nửa phút', 'Ba xúc xắc, mỗi 30 giây'],
    ms: ['Setengah Minit', 'Tiga dadu, setiap 30 saat'],
    th: ['ครึ่งนาที', 'ลูกเต๋าสามลูก ทุก 30 วินาที'],
    'zh-Hant': ['半分鐘', '三顆骰子，每 30 秒一次'],
    ja: ['30秒', 'サイコロ3個、30秒ごと'],
  },
  'dice-60': {
    mn: ['Минут', 'Гурван шоо, минут тутам'],
    tg: ['Дақиқа', 'Се кубик, ҳар дақиқа'],
    ar: ['دقيقة', 'ثلاثة أحجار نرد، كل دقيقة'],
    ko: ['1분', '주사위 세 개, 1분마다'],
    es: ['Minuto', 'Tres dados, cada minuto'],
    hy: ['Րոպե', 'Երեք զառ՝ ամեն րոպե'],
    vi: ['Một phút', 'Ba xúc xắc, mỗi phút'],
    ms: ['Seminit', 'Tiga dadu, setiap minit'],
    th: ['หนึ่งนาที', 'ลูกเต๋าสามลูก ทุกหนึ่งนาที'],
    'zh-Hant': ['一分鐘', '三顆骰子，每分鐘一次'],
    ja: ['1分', 'サイコロ3個、1分ごと'],
  },
  'dice-180': {
    mn: ['Гурван минут', 'Гурван шоо, гурван минут тутам'],
    tg: ['Се дақиқа', 'Се кубик, ҳар се дақиқа'],
    ar: ['ثلاث دقائق', 'ثلاثة أحجار نرد، كل ثلاث دقائق'],
    ko: ['3분', '주사위 세 개, 3분마다'],
    es: ['Tres minutos', 'Tres dados, cada tres minutos'],
    hy: ['Երեք րոպե', 'Երեք զառ՝ երեք րոպեն մեկ'],
    vi: ['Ba phút', 'Ba xúc xắc, mỗi ba phút'],
    ms: ['Tiga Minit', 'Tiga dadu, setiap tiga minit'],
    th: ['สามนาที', 'ลูกเต๋าสามลูก ทุกสามนาที'],
    'zh-Hant': ['三分鐘', '三顆骰子，每三分鐘一次'],
    ja: ['3分', 'サイコロ3個、3分ごと'],
  },
  'dice-300': {
    mn: ['Том ширээ', 'Таван минут тутам, 500-аас дээш үлдэгдэлтэй'],
    tg: ['Мизи калон', 'Ҳар панҷ дақиқа, аз бақияи 500'],
    ar: ['الطاولة الكبرى', 'كل خمس دقائق، لرصيد لا يقل عن 500'],
    ko: ['그랜드 테이블', '5분마다, 잔액 500부터'],
    es: ['Gran mesa', 'Cada cinco minutos, desde un saldo de 500'],
    hy: ['Մեծ սեղան', 'Հինգ րոպեն մեկ՝ 500 մնացորդից'],
    vi: ['Bàn lớn', 'Mỗi năm phút, từ số dư 500'],
    ms: ['Meja Besar', 'Setiap lima minit, dari baki 500'],
    th: ['โต๊ะใหญ่', 'ทุกห้านาที เมื่อมียอดคงเหลือตั้งแต่ 500'],
    'zh-Hant': ['大桌', '每五分鐘一次，餘額 500 起'],
    ja: ['グランドテーブル', '5分ごと、残高500から'],
  },
  'dice-10800': {
    mn: ['Харуул', 'Өдөрт найман тохирол, гурван цаг тутам нэг'],
    tg: ['Посбонӣ', 'Дар як рӯз ҳашт қуръакашӣ, ҳар се соат яке'],
    ar: ['النوبة', 'ثماني قرعات في اليوم، واحدة كل ثلاث ساعات'],
    ko: ['3시간', '하루 여덟 번, 세 시간마다 추첨'],
    es: ['Guardia', 'Ocho sorteos al día, uno cada tres horas'],
    hy: ['Հերթափոխ', 'Օրական ութ խաղարկություն՝ երեք ժամը մեկ'],
    vi: ['Ca trực', 'Tám lượt quay mỗi ngày, ba giờ một lần'],
    ms: ['Giliran', 'Lapan cabutan sehari, satu setiap tiga jam'],
    th: ['สามชั่วโมง', 'วันละแปดครั้ง ทุกสามชั่วโมง'],
    'zh-Hant': ['三小時', '每天八次開獎，每三小時一次'],
    ja: ['3時間', '1日8回の抽選、3時間ごと'],
  },
  'sicbo-60': {
    mn: ['Сик Бо, минут', 'Тоо, хос, гурвал ч мөн, минут тутам'],
    tg: ['Сик Бо, дақиқа', 'Рақам, ҷуфт ва сетоӣ низ, ҳар дақиқа'],
    ar: ['سيك بو، دقيقة', 'أرقام وأزواج وثلاثيات أيضًا، كل دقيقة'],
    ko: ['식보 1분', '숫자, 두 수, 트리플까지, 1분마다'],
    es: ['Sic Bo, un minuto', 'También números, parejas y triples, cada minuto'],
    hy: ['Սիկ Բո, րոպե', 'Նաև թվեր, զույգեր և եռյակներ՝ ամեն րոպե'],
    vi: ['Tài xỉu đầy đủ, một phút', 'Thêm số, cặp và bộ ba, mỗi phút'],
    ms: ['Sic Bo Seminit', 'Nombor, pasangan dan tiga serupa juga, setiap minit'],
    th: ['ซิกโบ หนึ่งนาที', 'มีเลข คู่ และตองด้วย ทุกหนึ่งนาที'],
    'zh-Hant': ['骰寶一分鐘', '另有單點、兩點組合與豹子，每分鐘一次'],
    ja: ['シックボー 1分', '数字・ペア・トリプルも、1分ごと'],
  },
  'sicbo-180': {
    mn: ['Сик Бо, гурван минут', 'Тоо, хос, гурвал ч мөн, гурван минут тутам'],
    tg: ['Сик Бо, се дақиқа', 'Рақам, ҷуфт ва сетоӣ низ, ҳар се дақиқа'],
    ar: ['سيك بو، ثلاث دقائق', 'أرقام وأزواج وثلاثيات أيضًا، كل ثلاث دقائق'],
    ko: ['식보 3분', '숫자, 두 수, 트리플까지, 3분마다'],
    es: ['Sic Bo, tres minutos', 'También números, parejas y triples, cada tres minutos'],
    hy: ['Սիկ Բո, երեք րոպե', 'Նաև թվեր, զույգեր և եռյակներ՝ երեք րոպեն մեկ'],
    vi: ['Tài xỉu đầy đủ, ba phút', 'Thêm số, cặp và bộ ba, mỗi ba phút'],
    ms: ['Sic Bo Tiga Minit', 'Nombor, pasangan dan tiga serupa juga, setiap tiga minit'],
    th: ['ซิกโบ สามนาที', 'มีเลข คู่ และตองด้วย ทุกสามนาที'],
    'zh-Hant': ['骰寶三分鐘', '另有單點、兩點組合與豹子，每三分鐘一次'],
    ja: ['シックボー 3分', '数字・ペア・トリプルも、3分ごと'],
  },
};

/** By class key. */
export const CLASS_TEXTS: Readonly<Record<string, InOthers<string>>> = {
  swift: {
    ...{ mn: 'Түргэн', tg: 'Тез', ar: 'سريع', ko: '빠름', es: 'Rápidas', hy: 'Արագ', vi: 'Nhanh', ms: 'Pantas' },
    ...{ th: 'เร็ว', 'zh-Hant': '快速', ja: '速い' },
  },
  steady: {
    ...{
      mn: 'Тогтуун',
      tg: 'Ором',
      ar: 'متمهّل',
      ko: '느긋함',
      es: 'Pausadas',
      hy: 'Հանգիստ',
      vi: 'Đều đặn',
      ms: 'Tenang',
    },
    ...{ th: 'ไม่เร่ง', 'zh-Hant': '從容', ja: 'ゆったり' },
  },
  grand: {
    ...{ mn: 'Том', tg: 'Калон', ar: 'كبير', ko: '그랜드', es: 'Grandes', hy: 'Մեծ', vi: 'Lớn', ms: 'Besar' },
    ...{ th: 'ใหญ่', 'zh-Hant': '大型', ja: 'グランド' },
  },
  'sic-bo': {
    ...{
      mn: 'Сик Бо',
      tg: 'Сик Бо',
      ar: 'سيك بو',
      ko: '식보',
      es: 'Sic Bo',
      hy: 'Սիկ Բո',
      vi: 'Tài xỉu đầy đủ',
      ms: 'Sic Bo',
    },
    ...{ th: 'ซิกโบ', 'zh-Hant': '骰寶', ja: 'シックボー' },
  },
};

/** Texts by language, as the database stores them. */
export function byLanguage<Words, Kept>(words: InOthers<Words>, keep: (words: Words) => Kept): string {
  return JSON.stringify(Object.fromEntries(Object.entries<Words>(words).map(([code, one]) => [code, keep(one)])));
}
