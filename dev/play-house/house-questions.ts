import type { LanguageCode } from '@tercet/server/languages.ts';

type Question = readonly [question: string, answer: string];

/** Common questions of the play house, in order. Drafts, not yet reviewed by native speakers. */
export const QUESTIONS: readonly Readonly<Record<LanguageCode, Question>>[] = [
  {
    en: ['How do I check a draw?', 'Open a past draw and choose the check. Your phone computes it from public data.'],
    mn: ['Тохирлыг яаж шалгах вэ?', 'Өнгөрсөн тохирлыг нээгээд шалгалтыг сонгоно. Утас тань нийтийн өгөгдлөөс бодно.'],
    tg: [
      'Қуръакаширо чӣ тавр месанҷам?',
      'Қуръакашии гузаштаро кушоед ва санҷишро интихоб кунед. Телефонатон онро аз маълумоти оммавӣ ҳисоб мекунад.',
    ],
    ar: ['كيف أتحقق من قرعة؟', 'افتح قرعة سابقة واختر التحقق. يحسبها هاتفك من بيانات عامة.'],
    ko: ['추첨은 어떻게 검증하나요?', '지난 추첨을 열고 검증을 선택하세요. 휴대전화가 공개 데이터로 계산합니다.'],
    es: [
      '¿Cómo compruebo un sorteo?',
      'Abre un sorteo pasado y elige la verificación. Tu teléfono lo calcula con datos públicos.',
    ],
    hy: [
      'Ինչպե՞ս ստուգել խաղարկությունը',
      'Բացեք անցած խաղարկությունը և ընտրեք ստուգումը։ Ձեր հեռախոսը հաշվում է այն հանրային տվյալներից։',
    ],
    vi: [
      'Làm sao để kiểm tra một lượt quay?',
      'Mở một lượt quay đã qua và chọn kiểm tra. Điện thoại của bạn tính lại từ dữ liệu công khai.',
    ],
    ms: [
      'Bagaimana saya menyemak cabutan?',
      'Buka cabutan lepas dan pilih semakan. Telefon anda mengiranya daripada data awam.',
    ],
    th: ['จะตรวจการออกผลได้อย่างไร', 'เปิดการออกผลที่ผ่านมาแล้วเลือกตรวจ โทรศัพท์ของคุณจะคำนวณจากข้อมูลสาธารณะ'],
    'zh-Hant': ['如何驗證開獎？', '打開過去的開獎並選擇驗證。您的手機會用公開資料計算。'],
    ja: [
      '抽選はどうやって検証しますか？',
      '過去の抽選を開き、検証を選びます。お使いの端末が公開データから計算します。',
    ],
  },
  {
    en: ['How long does a withdrawal take?', 'Usually about 5 minutes. It is free, and you can withdraw everything.'],
    mn: ['Мөнгө авахад хэр удах вэ?', 'Ихэвчлэн 5 минут орчим. Шимтгэлгүй, үлдэгдлээ бүгдийг авч болно.'],
    tg: [
      'Баровардани маблағ чанд вақт мегирад?',
      'Одатан тақрибан 5 дақиқа. Он ройгон аст ва шумо метавонед ҳама маблағро гиред.',
    ],
    ar: ['كم يستغرق السحب؟', 'نحو 5 دقائق عادةً. وهو مجاني، ويمكنك سحب كل رصيدك.'],
    ko: ['출금은 얼마나 걸리나요?', '보통 5분 정도입니다. 수수료가 없고 전액을 출금할 수 있습니다.'],
    es: ['¿Cuánto tarda una retirada?', 'Normalmente unos 5 minutos. Es gratis y puedes retirarlo todo.'],
    hy: [
      'Որքա՞ն է տևում գումարի դուրսբերումը',
      'Սովորաբար մոտ 5 րոպե։ Այն անվճար է, և կարող եք դուրս բերել ամբողջ մնացորդը։',
    ],
    vi: ['Rút tiền mất bao lâu?', 'Thường khoảng 5 phút. Không mất phí và bạn có thể rút toàn bộ số dư.'],
    ms: [
      'Berapa lama pengeluaran mengambil masa?',
      'Biasanya kira-kira 5 minit. Ia percuma dan anda boleh mengeluarkan semuanya.',
    ],
    th: ['ถอนเงินใช้เวลานานเท่าไร', 'โดยปกติประมาณ 5 นาที ไม่มีค่าธรรมเนียม และถอนได้ทั้งหมด'],
    'zh-Hant': ['提款需要多久？', '通常約 5 分鐘。不收手續費，也可以全部提出。'],
    ja: ['出金にはどのくらいかかりますか？', '通常は約5分です。手数料はかからず、全額を出金できます。'],
  },
  {
    en: ['Are credits real money?', 'No. Play credits are free and have no cash value.'],
    mn: ['Кредит бодит мөнгө юу?', 'Үгүй. Тоглоомын кредит үнэгүй бөгөөд мөнгөн үнэ цэнэгүй.'],
    tg: ['Холҳо пули воқеӣ ҳастанд?', 'Не. Холҳои бозӣ ройгонанд ва арзиши пулӣ надоранд.'],
    ar: ['هل وحدات اللعب مال حقيقي؟', 'لا. وحدات اللعب مجانية ولا قيمة نقدية لها.'],
    ko: ['크레딧은 실제 돈인가요?', '아니요. 플레이 크레딧은 무료이며 현금 가치가 없습니다.'],
    es: ['¿Los créditos son dinero de verdad?', 'No. Los créditos de juego son gratis y no valen dinero.'],
    hy: ['Միավորներն իրակա՞ն փող են', 'Ոչ։ Խաղային միավորներն անվճար են և դրամական արժեք չունեն։'],
    vi: ['Điểm có phải là tiền thật không?', 'Không. Điểm chơi được tặng miễn phí và không có giá trị tiền mặt.'],
    ms: ['Adakah kredit wang sebenar?', 'Tidak. Kredit main adalah percuma dan tiada nilai tunai.'],
    th: ['เครดิตเป็นเงินจริงหรือไม่', 'ไม่ใช่ เครดิตสำหรับเล่นแจกฟรีและไม่มีมูลค่าเป็นเงิน'],
    'zh-Hant': ['點數是真錢嗎？', '不是。遊戲點數免費提供，沒有現金價值。'],
    ja: ['クレジットは本物のお金ですか？', 'いいえ。プレイ用クレジットは無料で、現金の価値はありません。'],
  },
  {
    en: [
      'How do I set limits or take a break?',
      'Open your account, then limits. Tighter limits apply at once, looser ones after 24 hours.',
    ],
    mn: [
      'Хязгаар, завсарлагыг яаж тавих вэ?',
      '«Миний» хэсгээс хязгаарыг нээнэ. Чангалах нь шууд, сулруулах нь 24 цагийн дараа үйлчилнэ.',
    ],
    tg: [
      'Лимит ё танаффусро чӣ тавр мегузорам?',
      'Саҳифаи худро кушоед, сипас лимитҳоро. Лимити сахттар фавран, сусттар пас аз 24 соат амал мекунад.',
    ],
    ar: ['كيف أضع حدودًا أو آخذ استراحة؟', 'افتح صفحتك ثم الحدود. الحدود الأشد تسري فورًا، والأخف بعد 24 ساعة.'],
    ko: [
      '한도나 휴식은 어떻게 설정하나요?',
      '마이에서 한도를 여세요. 더 엄격한 한도는 바로, 느슨한 한도는 24시간 후에 적용됩니다.',
    ],
    es: [
      '¿Cómo pongo límites o hago una pausa?',
      'Abre tu cuenta y luego los límites. Los más estrictos valen al momento; los más amplios, a las 24 horas.',
    ],
    hy: [
      'Ինչպե՞ս սահմանել սահմանաչափ կամ ընդմիջում',
      'Բացեք Ձեր էջը, ապա սահմանաչափերը։ Խստացումը գործում է անմիջապես, մեղմացումը՝ 24 ժամ անց։',
    ],
    vi: [
      'Làm sao để đặt hạn mức hoặc tạm dừng?',
      'Mở trang cá nhân rồi chọn hạn mức. Hạn mức chặt hơn có hiệu lực ngay, nới lỏng sau 24 giờ.',
    ],
    ms: [
      'Bagaimana saya menetapkan had atau berehat?',
      'Buka halaman anda, kemudian had. Had lebih ketat berkuat kuasa serta-merta, had lebih longgar selepas 24 jam.',
    ],
    th: ['จะตั้งขีดจำกัดหรือพักได้อย่างไร', 'เปิดหน้าของฉันแล้วเลือกขีดจำกัด การเข้มขึ้นมีผลทันที การผ่อนลงมีผลหลัง 24 ชั่วโมง'],
    'zh-Hant': ['如何設定上限或休息？', '打開「我的」，再選上限。收緊立即生效，放寬在 24 小時後生效。'],
    ja: [
      '上限や休止はどう設定しますか？',
      'マイページから上限を開きます。厳しくする変更はすぐに、緩める変更は24時間後に有効です。',
    ],
  },
  {
    en: [
      'What if I forget my password?',
      'Use a recovery code at sign-in. Without codes, ask support there; it takes 24 hours.',
    ],
    mn: [
      'Нууц үгээ мартвал яах вэ?',
      'Нэвтрэхдээ сэргээх код ашиглана. Кодгүй бол тэндээс дэмжлэгт хандана, 24 цаг болно.',
    ],
    tg: [
      'Агар рамзамро фаромӯш кунам?',
      'Ҳангоми воридшавӣ рамзи барқарорсозиро истифода баред. Бе он аз ҳамон ҷо ба дастгирӣ нависед; 24 соат мегирад.',
    ],
    ar: [
      'ماذا لو نسيت كلمة المرور؟',
      'استخدم رمز استعادة عند الدخول. ومن دون رموز راسل الدعم من هناك، ويستغرق ذلك 24 ساعة.',
    ],
    ko: [
      '비밀번호를 잊었어요',
      '로그인 화면에서 복구 코드를 사용하세요. 코드가 없으면 그곳에서 지원팀에 요청하세요. 24시간이 걸립니다.',
    ],
    es: [
      '¿Y si olvido mi contraseña?',
      'Usa un código de recuperación al entrar. Sin códigos, pídelo allí a soporte; tarda 24 horas.',
    ],
    hy: [
      'Իսկ եթե մոռանամ գաղտնաբառը',
      'Մուտքի ժամանակ օգտագործեք վերականգնման կոդ։ Առանց կոդի դիմեք աջակցությանը հենց այնտեղ․ տևում է 24 ժամ։',
    ],
    vi: [
      'Nếu tôi quên mật khẩu thì sao?',
      'Dùng mã khôi phục khi đăng nhập. Nếu không có mã, hãy yêu cầu hỗ trợ tại đó; mất 24 giờ.',
    ],
    ms: [
      'Bagaimana jika saya lupa kata laluan?',
      'Gunakan kod pemulihan semasa log masuk. Tanpa kod, minta sokongan di situ; ia mengambil 24 jam.',
    ],
    th: ['ถ้าลืมรหัสผ่านทำอย่างไร', 'ใช้รหัสกู้คืนตอนเข้าสู่ระบบ หากไม่มีรหัส ให้ขอจากฝ่ายช่วยเหลือที่นั่น ใช้เวลา 24 ชั่วโมง'],
    'zh-Hant': ['忘記密碼怎麼辦？', '登入時使用復原碼。沒有復原碼時，可在該處向客服申請，需要 24 小時。'],
    ja: [
      'パスワードを忘れたら？',
      'ログイン時に復旧コードを使います。ない場合はその画面からサポートに申請してください。24時間かかります。',
    ],
  },
];
