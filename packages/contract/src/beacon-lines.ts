import type { LanguageCode } from './languages.ts';

/** In a banner's text, stands for the sentence on the beacon in force. */
const BEACON_MARK = '{beacon}';

/** The text of a banner with the sentence on the beacon filled in. */
export function withBeacon(text: string, line: string): string {
  return text.replaceAll(BEACON_MARK, line);
}

/**
 * The sentences that replace the mark, as members read them. `houseRun`: the house runs the beacon itself. The members'
 * app carries its own copy with its words; `dev/play-house/banner-claims.test.ts` compares the two.
 */
export const BEACON_LINES: Readonly<Record<LanguageCode, { houseRun: string; public: string }>> = {
  en: {
    houseRun: 'The house’s own beacon decides the dice. For play only.',
    public: 'A public beacon that nobody controls decides the dice.',
  },
  mn: {
    houseRun: 'Шоог эрхлэгчийн өөрийн дохио шийддэг; зөвхөн тоглоомын кредитэд.',
    public: 'Шоог хэн ч удирдаж чадахгүй нийтийн дохио шийддэг.',
  },
  tg: {
    houseRun: 'Кубикҳоро маяки худи оператор муайян мекунад, танҳо барои бозии бе пул.',
    public: 'Кубикҳоро маяки оммавие муайян мекунад, ки касе онро идора карда наметавонад.',
  },
  ar: {
    houseRun: 'يأتي النرد من منارة يديرها المشغّل، للعب فقط.',
    public: 'منارة عامة لا يستطيع أحد توجيهها هي التي تحدد النرد.',
  },
  ko: {
    houseRun: '주사위는 운영사 자체 비콘이 결정하며 체험 전용입니다.',
    public: '주사위는 누구도 조종할 수 없는 공개 비콘이 결정합니다.',
  },
  es: {
    houseRun: 'La baliza de la propia casa decide los dados, solo para juego sin valor.',
    public: 'Una baliza pública que nadie puede dirigir decide los dados.',
  },
  hy: {
    houseRun: 'Զառերը որոշում է կազմակերպչի սեփական աղբյուրը՝ միայն խաղային միավորներով խաղի համար։',
    public: 'Զառերը որոշում է հանրային աղբյուրը, որը ոչ ոք չի կարող ղեկավարել։',
  },
  vi: {
    houseRun: 'Xúc xắc do nguồn ngẫu nhiên riêng của nhà cái quyết định, chỉ để chơi thử.',
    public: 'Xúc xắc do nguồn ngẫu nhiên công khai quyết định, không ai điều khiển được.',
  },
  ms: {
    houseRun: 'Suar pengendali sendiri menentukan dadu, untuk main sahaja.',
    public: 'Suar awam yang tiada sesiapa dapat mengawalnya menentukan dadu.',
  },
  th: {
    houseRun: 'แหล่งเลขสุ่มของผู้ดำเนินการเองเป็นตัวกำหนดลูกเต๋า ใช้กับเครดิตเท่านั้น',
    public: 'แหล่งเลขสุ่มสาธารณะที่ไม่มีใครควบคุมได้เป็นตัวกำหนดลูกเต๋า',
  },
  'zh-Hant': {
    houseRun: '骰子由營運方自營的信標決定，僅供試玩。',
    public: '骰子由無人能操控的公開信標決定。',
  },
  ja: {
    houseRun: 'サイコロは運営者のビーコンから決まります。プレイ専用です。',
    public: 'サイコロの目は、誰にも操作できない公開ビーコンで決まります。',
  },
};
