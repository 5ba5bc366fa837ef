import type { GuideSections } from '@tercet/server/directory/guide.ts';
import type { LanguageCode } from '@tercet/server/languages.ts';

/** What the guide of the play house says. Drafts: no native reader has looked at them but for English. */
export const GUIDE_TEXTS: Readonly<Record<LanguageCode, GuideSections>> = {
  en: {
    offers:
      'Hosts show you the city, interpret, lead events, are your partner at sport, or sit with you at the club’s ' +
      'tables. They offer nothing else. Two people of the club have seen who each of them is and how old, and each ' +
      'can take back the consent to be shown at any moment.',
    sameCity:
      'Much costs nothing: parks and squares, museums on their open days, evenings of the club, and the first talk ' +
      'with the concierge. Ask what is on this week.',
    served:
      'Hosts are in first- and second-tier cities all over the country. In third-tier cities the concierge arranges ' +
      'somebody for you; each city says which it is.',
    booking:
      'The button on a profile begins a talk with the club’s concierge, and nothing goes out before you confirm it. ' +
      'Time and place are agreed there. Nothing is paid for a host through the wallet, and no bet or balance opens ' +
      'a profile.',
    reporting:
      'Every profile has a report button: age, consent, identity, indecent content, fraud, or something else. Age, ' +
      'consent and indecent content hide the profile at once, until a person has looked. You are told what came of it.',
  },
  mn: {
    offers:
      'Хөтлөгч нар хот үзүүлэх, орчуулах, арга хэмжээ хөтлөх, спортод хамтрах, клубийн ширээнд хамт суух таван үйлчилгээ ' +
      'үзүүлнэ. Өөр юу ч байхгүй. Хэн болох, хэдэн настайг нь клубийн хоёр хүн үзсэн бөгөөд хөтлөгч өөрөө хүссэн ' +
      'үедээ зөвшөөрлөө буцааж болно.',
    sameCity:
      'Олон зүйл үнэгүй: цэцэрлэгт хүрээлэн, талбай, музейн нээлттэй өдөр, клубийн үдэшлэг, зуучтай хийх анхны яриа. ' +
      'Энэ долоо хоногт юу болохыг асуугаарай.',
    served:
      'Хөтлөгч нар улсын нэг, хоёрдугаар зэрэглэлийн хотуудад байна. Гуравдугаар зэрэглэлийн хотод зууч танд хүн олж ' +
      'өгнө; аль зэрэглэл болохыг хот бүр дээр бичсэн.',
    booking:
      'Танилцуулга дээрх товч клубийн зуучтай яриа эхлүүлнэ; таныг баталгаажуулах хүртэл юу ч илгээхгүй. Цаг, газрыг ' +
      'тэнд тохирно. Хөтлөгчийн төлөө түрийвчээр юу ч төлдөггүй, бооцоо ч, үлдэгдэл ч танилцуулга нээдэггүй.',
    reporting:
      'Танилцуулга бүр мэдээлэх товчтой: нас, зөвшөөрөл, хэн болох, зохисгүй агуулга, залилан, бусад. Нас, зөвшөөрөл, ' +
      'зохисгүй агуулгын мэдэгдэл хүн үзэх хүртэл танилцуулгыг шууд нууна. Юу болсныг танд хэлнэ.',
  },
  tg: {
    offers:
      'Мизбонҳо шаҳрро нишон медиҳанд, тарҷума мекунанд, чорабинӣ мебаранд, дар варзиш шарик мешаванд ё сари мизи клуб ' +
      'менишинанд. Ғайр аз ин чизе нест. Ду нафари клуб шахсият ва синну соли ҳар якро дидаанд, ва ҳар кас розигии ' +
      'худро ҳар лаҳза бозпас мегирад.',
    sameCity:
      'Бисёр чиз бепул аст: боғҳо, майдонҳо, рӯзҳои кушоди осорхонаҳо, шабҳои клуб ва сӯҳбати аввал бо консерж. ' +
      'Пурсед, ки ин ҳафта чӣ ҳаст.',
    served:
      'Мизбонҳо дар шаҳрҳои дараҷаи якум ва дуюми тамоми кишвар ҳастанд. Дар шаҳрҳои дараҷаи сеюм консерж касеро ' +
      'меёбад; дараҷа дар назди ҳар шаҳр навишта шудааст.',
    booking:
      'Тугмаи саҳифа сӯҳбатро бо консержи клуб оғоз мекунад; то тасдиқи шумо чизе фиристода намешавад. Вақт ва ҷой ' +
      'он ҷо мувофиқа мешавад. Барои мизбон аз ҳамён чизе пардохт намешавад ва ҳеҷ бозӣ саҳифаро намекушояд.',
    reporting:
      'Ҳар саҳифа тугмаи хабардиҳӣ дорад: синну сол, розигӣ, шахсият, мазмуни ношоиста, фиреб ё дигар. Се сабаби ' +
      'синну сол, розигӣ ва мазмуни ношоиста саҳифаро фавран пинҳон мекунанд, то одаме бубинад. Натиҷаро ба шумо мегӯем.',
  },
  ar: {
    offers:
      'يعرّفك المضيفون على المدينة، ويترجمون، ويديرون المناسبات، ويشاركونك الرياضة، أو يجلسون معك على طاولات النادي. ' +
      'لا يقدمون غير ذلك. وقد رأى شخصان من النادي هوية كل منهم وعمره، ويستطيع كل منهم سحب موافقته في أي لحظة.',
    sameCity:
      'كثير من الأشياء بلا مقابل: الحدائق والساحات، وأيام المتاحف المفتوحة، وأمسيات النادي، والحديث الأول مع ' +
      'المنسق. اسأل عما يجري هذا الأسبوع.',
    served:
      'المضيفون في مدن الفئتين الأولى والثانية في أنحاء البلاد. وفي مدن الفئة الثالثة يرتب لك المنسق من يستقبلك؛ ' +
      'والفئة مكتوبة عند كل مدينة.',
    booking:
      'يبدأ زر الحجز في الصفحة حديثاً مع منسق النادي، ولا يخرج شيء قبل تأكيدك. هناك يُتفق على الوقت والمكان. ' +
      'لا يُدفع للمضيف شيء عبر المحفظة، ولا يفتح أي رهان أو رصيد صفحة أحد.',
    reporting:
      'في كل صفحة زر للإبلاغ: العمر، أو الموافقة، أو الهوية، أو محتوى غير لائق، أو احتيال، أو غير ذلك. العمر ' +
      'والموافقة والمحتوى غير اللائق تخفي الصفحة فوراً حتى ينظر فيها شخص. ونخبرك بما آل إليه الأمر.',
  },
  ko: {
    offers:
      '호스트는 도시 안내, 통역, 행사 진행, 운동 상대, 클럽 테이블 안내를 합니다. 그 밖의 것은 없습니다. 신원과 나이는 클럽의 두 사람이 ' +
      '확인했고, 호스트는 언제든지 공개 동의를 거둘 수 있습니다.',
    sameCity:
      '무료인 것이 많습니다. 공원과 광장, 박물관의 무료 개방일, 클럽의 저녁 모임, 컨시어지와의 첫 상담이 그렇습니다. 이번 주에 무엇이 ' +
      '있는지 물어보세요.',
    served:
      '호스트는 전국의 1급과 2급 도시에 있습니다. 3급 도시에서는 컨시어지가 사람을 찾아 드립니다. 등급은 도시마다 적혀 있습니다.',
    booking:
      '프로필의 버튼을 누르면 클럽 컨시어지와 대화가 시작되며, 확인하기 전에는 아무것도 보내지 않습니다. 시간과 장소는 그곳에서 정합니다. ' +
      '호스트 비용은 지갑으로 내지 않으며, 베팅이나 잔액이 프로필을 열어 주지도 않습니다.',
    reporting:
      '모든 프로필에 신고 버튼이 있습니다. 나이, 동의, 신원, 부적절한 내용, 사기, 그 밖의 이유를 고를 수 있습니다. 나이, 동의, 부적절한 ' +
      '내용의 신고는 사람이 확인할 때까지 프로필을 바로 숨깁니다. 결과를 알려 드립니다.',
  },
  es: {
    offers:
      'Los anfitriones le enseñan la ciudad, interpretan, presentan eventos, le acompañan en el deporte o se sientan ' +
      'con usted a las mesas del club. No ofrecen nada más. Dos personas del club han visto quién es cada uno y su ' +
      'edad, y cada uno puede retirar su consentimiento en cualquier momento.',
    sameCity:
      'Mucho es gratuito: parques y plazas, los días abiertos de los museos, las veladas del club y la primera ' +
      'conversación con el conserje. Pregunte qué hay esta semana.',
    served:
      'Hay anfitriones en las ciudades de primer y segundo nivel de todo el país. En las de tercer nivel el conserje ' +
      'le busca a alguien; el nivel figura en cada ciudad.',
    booking:
      'El botón del perfil abre una conversación con el conserje del club, y nada sale antes de que usted lo confirme. ' +
      'Allí se acuerdan hora y lugar. Nada se paga por un anfitrión con la cartera, y ninguna apuesta abre un perfil.',
    reporting:
      'Cada perfil tiene un botón para informar: edad, consentimiento, identidad, contenido indecente, fraude u otra ' +
      'cosa. Edad, consentimiento y contenido indecente ocultan el perfil enseguida, hasta que lo vea una persona. ' +
      'Le decimos en qué quedó.',
  },
  hy: {
    offers:
      'Հյուրընկալները ցույց են տալիս քաղաքը, թարգմանում, վարում միջոցառումներ, մարզվում ձեզ հետ կամ նստում ակումբի ' +
      'սեղանի շուրջ։ Ուրիշ ոչինչ չեն առաջարկում։ Ակումբի երկու հոգի տեսել են նրանց ինքնությունն ու տարիքը, և նրանք ' +
      'ցանկացած պահի կարող են հետ վերցնել իրենց համաձայնությունը։',
    sameCity:
      'Շատ բան անվճար է՝ այգիներ և հրապարակներ, թանգարանների բաց օրեր, ակումբի երեկոներ և առաջին զրույցը կոնսիերժի ' +
      'հետ։ Հարցրեք, թե ինչ կա այս շաբաթ։',
    served:
      'Հյուրընկալներ կան երկրի առաջին և երկրորդ կարգի քաղաքներում։ Երրորդ կարգի քաղաքներում կոնսիերժը մեկին կգտնի ' +
      'ձեզ համար. կարգը նշված է ամեն քաղաքի մոտ։',
    booking:
      'Էջի կոճակը զրույց է սկսում ակումբի կոնսիերժի հետ, և մինչև ձեր հաստատումը ոչինչ չի ուղարկվում։ Ժամն ու տեղը ' +
      'պայմանավորվում են այնտեղ։ Հյուրընկալի համար դրամապանակով ոչինչ չի վճարվում, և ոչ մի խաղ էջ չի բացում։',
    reporting:
      'Ամեն էջ ունի հաղորդելու կոճակ՝ տարիք, համաձայնություն, ինքնություն, անպատշաճ բովանդակություն, խարդախություն ' +
      'կամ այլ։ Տարիքը, համաձայնությունը և անպատշաճ բովանդակությունը էջը անմիջապես թաքցնում են, մինչև մարդ նայի։ ' +
      'Արդյունքը ձեզ կասենք։',
  },
  vi: {
    offers:
      'Người dẫn đưa bạn đi xem thành phố, phiên dịch, dẫn chương trình, chơi thể thao cùng hoặc ngồi cùng ở bàn của ' +
      'câu lạc bộ. Ngoài ra không có gì khác. Hai người của câu lạc bộ đã xem danh tính và tuổi của từng người, và ' +
      'họ có thể rút lại sự đồng ý bất cứ lúc nào.',
    sameCity:
      'Nhiều thứ miễn phí: công viên và quảng trường, ngày mở cửa của bảo tàng, buổi tối của câu lạc bộ và cuộc trò ' +
      'chuyện đầu tiên với trợ lý. Hãy hỏi tuần này có gì.',
    served:
      'Người dẫn có ở các thành phố hạng một và hạng hai trên cả nước. Ở thành phố hạng ba, trợ lý sẽ tìm người cho ' +
      'bạn; hạng được ghi ở mỗi thành phố.',
    booking:
      'Nút trên hồ sơ mở cuộc trò chuyện với trợ lý của câu lạc bộ, và không có gì được gửi trước khi bạn xác nhận. ' +
      'Giờ và nơi hẹn được thỏa thuận ở đó. Không trả gì cho người dẫn qua ví, và không lượt cược nào mở hồ sơ.',
    reporting:
      'Mỗi hồ sơ có nút báo cáo: tuổi, sự đồng ý, danh tính, nội dung không đứng đắn, lừa đảo hoặc lý do khác. Tuổi, ' +
      'sự đồng ý và nội dung không đứng đắn sẽ ẩn hồ sơ ngay cho đến khi có người xem. Bạn sẽ được báo kết quả.',
  },
  ms: {
    offers:
      'Hos menunjukkan bandar, menterjemah, mengendalikan majlis, menemani anda bersukan, atau duduk bersama di meja ' +
      'kelab. Tiada yang lain. Dua orang kelab telah melihat siapa mereka dan umur mereka, dan setiap hos boleh ' +
      'menarik balik persetujuan pada bila-bila masa.',
    sameCity:
      'Banyak yang percuma: taman dan dataran, hari terbuka muzium, malam kelab, dan perbualan pertama dengan konsierj. ' +
      'Tanyalah apa yang ada minggu ini.',
    served:
      'Hos ada di bandar peringkat pertama dan kedua di seluruh negara. Di bandar peringkat ketiga konsierj mencarikan ' +
      'seseorang untuk anda; peringkat tertulis pada setiap bandar.',
    booking:
      'Butang pada profil memulakan perbualan dengan konsierj kelab, dan tiada apa dihantar sebelum anda sahkan. Masa ' +
      'dan tempat dipersetujui di sana. Tiada bayaran untuk hos melalui dompet, dan tiada pertaruhan membuka profil.',
    reporting:
      'Setiap profil ada butang laporan: umur, persetujuan, identiti, kandungan tidak sopan, penipuan, atau lain-lain. ' +
      'Umur, persetujuan dan kandungan tidak sopan menyembunyikan profil serta-merta sehingga seseorang memeriksanya. ' +
      'Anda diberitahu hasilnya.',
  },
  th: {
    offers:
      'โฮสต์พาชมเมือง ล่ามแปลภาษา ดำเนินงานกิจกรรม เล่นกีฬาเป็นเพื่อน หรือร่วมโต๊ะของคลับ ไม่มีบริการอื่น ' +
      'คนของคลับสองคนได้ดูตัวตนและอายุของแต่ละคนแล้ว และโฮสต์ถอนความยินยอมได้ทุกเมื่อ',
    sameCity:
      'หลายอย่างฟรี: สวนสาธารณะและลานเมือง วันเปิดให้เข้าชมของพิพิธภัณฑ์ ค่ำคืนของคลับ และการพูดคุยครั้งแรกกับคอนเซียร์จ ' +
      'ลองถามดูว่าสัปดาห์นี้มีอะไร',
    served: 'โฮสต์อยู่ในเมืองระดับหนึ่งและระดับสองทั่วประเทศ ในเมืองระดับสามคอนเซียร์จจะหาคนให้ ระดับของเมืองเขียนไว้ที่แต่ละเมือง',
    booking:
      'ปุ่มในโปรไฟล์เริ่มการพูดคุยกับคอนเซียร์จของคลับ และไม่มีอะไรถูกส่งก่อนที่คุณยืนยัน เวลาและสถานที่ตกลงกันที่นั่น ' +
      'ไม่มีการจ่ายค่าโฮสต์ผ่านกระเป๋าเงิน และไม่มีการเดิมพันใดที่เปิดโปรไฟล์',
    reporting:
      'ทุกโปรไฟล์มีปุ่มแจ้ง: อายุ ความยินยอม ตัวตน เนื้อหาไม่เหมาะสม การหลอกลวง หรืออื่น ๆ เรื่องอายุ ความยินยอม ' +
      'และเนื้อหาไม่เหมาะสมจะซ่อนโปรไฟล์ทันทีจนกว่าจะมีคนตรวจดู แล้วเราจะแจ้งผลให้คุณทราบ',
  },
  'zh-Hant': {
    offers:
      '接待人帶您認識城市、擔任口譯、主持活動、陪您運動，或在俱樂部的桌邊同坐，此外別無其他。俱樂部有兩人核對過每位接待人的身分與年齡，接待人' +
      '隨時可以收回公開的同意。',
    sameCity:
      '許多地方不必花錢：公園與廣場、博物館的開放日、俱樂部的晚會，以及與管家的第一次談話。歡迎詢問本週有什麼活動。',
    served: '全國的一線與二線城市都有接待人。三線城市由管家為您安排；每座城市都標明等級。',
    booking:
      '個人頁上的按鈕會開啟與俱樂部管家的對話，在您確認之前不會送出任何內容。時間與地點在那裡商定。接待人的費用不經過錢包支付，也沒有任何投注或' +
      '餘額能開啟個人頁。',
    reporting:
      '每個個人頁都有檢舉按鈕：年齡、同意、身分、不雅內容、詐騙或其他。涉及年齡、同意與不雅內容時，個人頁立即隱藏，直到有人查看。結果會告知您。',
  },
  ja: {
    offers:
      'ホストは街の案内、通訳、催しの司会、スポーツの相手、クラブのテーブルでの案内をします。それ以外はありません。身元と年齢はクラブの二人が' +
      '確かめており、ホストはいつでも掲載の同意を取り消せます。',
    sameCity:
      '無料のものがたくさんあります。公園や広場、博物館の無料開放日、クラブの夜の集い、コンシェルジュとの最初の相談です。今週の予定をお尋ねください。',
    served:
      'ホストは全国の一級と二級の都市にいます。三級の都市ではコンシェルジュが手配します。等級は都市ごとに書いてあります。',
    booking:
      'プロフィールのボタンでクラブのコンシェルジュとの会話が始まり、確認するまで何も送られません。日時と場所はそこで決めます。ホストの費用をウォレットで' +
      '払うことはなく、賭けや残高でプロフィールが開くこともありません。',
    reporting:
      'どのプロフィールにも報告ボタンがあります。年齢、同意、身元、不適切な内容、詐欺、その他です。年齢、同意、不適切な内容の報告があると、人が確かめるまで' +
      'プロフィールはすぐに隠れます。結果をお知らせします。',
  },
};
