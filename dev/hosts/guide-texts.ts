import type { GuideSections } from '@tercet/server/directory/guide.ts';
import type { LanguageCode } from '@tercet/server/languages.ts';

/** Texts of the play house's guide. All but English are drafts, not yet reviewed by native speakers. */
export const GUIDE_TEXTS: Readonly<Record<LanguageCode, GuideSections>> = {
  mn: {
    offers:
      'Хөтлөгч нар хууль ёсны таван төрлийн үйлчилгээг л орон нутагтаа үзүүлнэ: хотоо танилцуулах, аман орчуулга ' +
      'хийх, арга хэмжээнд зочид угтах, спортод хамтрах, клубын ширээнд зочид хүлээн авах. Клубын хоёр хүн хөтлөгч ' +
      'бүрийн хэн болох, насанд хүрсэн эсэхийг нягталсан. Хөтлөгч өөрийгөө харуулах зөвшөөрлөө хэдийд ч буцааж ' +
      'болно.',
    sameCity:
      'Нэг хотод олон зүйл үнэ төлбөргүй: алхаж зугаалах, цэцэрлэгт хүрээлэн, талбай, нийтийн музейн үнэгүй ' +
      'өдрүүд, клубын үдэшлэг. Лавлах ширээнд консьержтэй хийх анхны яриа ч үнэгүй. Одоо юу болж байгааг ' +
      'консьержээс асуугаарай.',
    served:
      'Манай хөтлөгч нар улс даяар нэг, хоёрдугаар зэрэглэлийн хотуудад бий. Гуравдугаар зэрэглэлийн хотод ' +
      'консьерж танд хүн олж өгнө. Хотын зэрэглэлийг жагсаалтаас харна уу.',
    booking:
      'Хөтлөгчийн хуудас дээрх захиалах товчийг дарахад лавлах ширээнд клубын консьержтэй ярих яриа нээгдэнэ; ' +
      'таныг баталгаажуулахаас өмнө юу ч илгээгдэхгүй. Цаг, газраа тэндээ тохирно. Хөтлөгчийн төлбөрийг түрийвчээр ' +
      'хийдэггүй. Бооцоо, үлдэгдэл, цэнэглэлтийн алин нь ч ямар нэг зүйлийг нээхгүй, хүлээх хугацааг ч ' +
      'богиносгохгүй.',
    reporting:
      'Хөтлөгчийн хуудас бүрт мэдэгдэх товч бий. Шалтгаан нь нас, зөвшөөрөл, хэн болох нь, зохисгүй агуулга, ' +
      'залилан эсвэл өөр зүйл байж болно. Нас, зөвшөөрөл, зохисгүй агуулгын тухай мэдэгдвэл хүн нягтлах хүртэл тэр ' +
      'хуудсыг шууд нууна. Юу болсныг танд хариу мэдэгдэнэ.',
  },
  tg: {
    offers:
      'Мизбонон панҷ хизмати қонунии маҳаллӣ пешниҳод мекунанд ва дигар ҳеҷ: нишон додани шаҳр, тарҷумонӣ, мизбонӣ ' +
      'дар чорабиниҳо, шарикӣ дар варзиш ва мизбонӣ дар сари мизҳои клуб. Ду нафар аз клуб шахсият ва синну соли ' +
      'ҳар мизбонро дида, тасдиқ кардаанд. Мизбон метавонад розигии худро барои намоиш ҳар лаҳза бозпас гирад.',
    sameCity:
      'Дар ҳамон шаҳр бисёр чиз ройгон аст: сайру гашт, боғҳо ва майдонҳо, осорхонаҳои давлатӣ дар рӯзҳои ройгон ' +
      'ва шабнишиниҳои клуб. Суҳбати аввал бо консьерж дар мизи хизматрасонӣ низ ройгон аст. Пурсед, ки ин рӯзҳо ' +
      'чӣ барномаҳо ҳаст.',
    served:
      'Мизбонони мо дар саросари кишвар, дар шаҳрҳои дараҷаи якум ва дуюм ҳастанд. Дар шаҳрҳои дараҷаи сеюм ' +
      'консьерж барои шумо касеро меёбад. Дараҷаи ҳар шаҳр дар рӯйхат нишон дода шудааст.',
    booking:
      'Дар саҳифаи мизбон тугмаи фармоишро пахш кунед: дар мизи хизматрасонӣ суҳбат бо консьержи клуб оғоз мешавад ' +
      'ва то тасдиқи шумо чизе фиристода намешавад. Вақту ҷойро ҳамон ҷо маслиҳат мекунед. Барои мизбон аз ҳамён ' +
      'чизе пардохт намешавад. Ягон шарт, бақия ё пуркунӣ чизеро намекушояд ва муҳлатро кӯтоҳ намекунад.',
    reporting:
      'Дар ҳар саҳифаи мизбон тугмаи хабар додан ҳаст. Сабабҳо: синну сол, розигӣ, шахсият, муҳтавои ноҷо, қаллобӣ ' +
      'ё чизи дигар. Агар сабаб синну сол, розигӣ ё муҳтавои ноҷо бошад, саҳифа фавран пинҳон мешавад, то даме ки ' +
      'касе онро бубинад. Дар бораи натиҷа ба шумо хабар медиҳем.',
  },
  ar: {
    offers:
      'يقدّم المضيفون خمس خدمات محلية مشروعة لا غير: التعريف بالمدينة، والترجمة الشفهية، والاستضافة في المناسبات، ' +
      'والمشاركة في الرياضة، واستقبال الضيوف على طاولات النادي. وقد تحقّق شخصان من النادي من هوية كل مضيف وسنّه. ' +
      'ويحق للمضيف أن يسحب موافقته على الظهور في أي لحظة.',
    sameCity:
      'في المدينة نفسها أشياء كثيرة مجانية: المشي، والحدائق والساحات، والمتاحف العامة في أيامها المجانية، وأمسيات ' +
      'النادي. وأول حديث مع الكونسيرج في مكتب الاستقبال مجاني أيضًا. اسأل عمّا يُقام هذه الأيام.',
    served:
      'لدينا مضيفون في مدن الفئتين الأولى والثانية في جميع أنحاء البلاد. أما في مدن الفئة الثالثة فيتولّى ' +
      'الكونسيرج إيجاد من يرافقك. وتجد فئة كل مدينة في القائمة.',
    booking:
      'اضغط زر الحجز في صفحة المضيف، فيبدأ حديث مع كونسيرج النادي في مكتب الاستقبال، ولا يُرسل شيء قبل تأكيدك. ' +
      'وهناك يُتّفق على الوقت والمكان. لا يُدفع شيء مقابل المضيف عبر المحفظة، ولا يفتح أي رهان أو رصيد أو شحن ' +
      'شيئًا ولا يختصر انتظارًا.',
    reporting:
      'في كل صفحة مضيف زر للإبلاغ. والأسباب هي: السن، أو الموافقة، أو الهوية، أو محتوى غير لائق، أو الاحتيال، أو ' +
      'أمر آخر. وإذا تعلّق البلاغ بالسن أو الموافقة أو بمحتوى غير لائق، تُخفى الصفحة فورًا إلى أن يراجعها شخص من ' +
      'النادي. وسنخبرك بما انتهى إليه الأمر.',
  },
  ko: {
    offers:
      '호스트가 제공하는 것은 합법적인 현지 서비스 다섯 가지뿐입니다. 도시 안내, 통역, 행사 손님 안내, 스포츠 ' +
      '파트너, 클럽 테이블 손님맞이입니다. 클럽의 두 사람이 모든 호스트의 신원과 나이를 확인했습니다. 호스트는 ' +
      '프로필 공개 동의를 언제든지 철회할 수 있습니다.',
    sameCity:
      '같은 도시 안에서 무료로 즐길 것이 많습니다. 산책, 공원과 광장, 공공 박물관의 무료 개방일, 클럽의 저녁 ' +
      '모임이 그렇습니다. 데스크에서 컨시어지와 나누는 첫 상담도 무료입니다. 요즘 무엇이 열리는지 편하게 ' +
      '물어보세요.',
    served:
      '호스트는 전국의 1급 도시와 2급 도시에 있습니다. 3급 도시에서는 컨시어지가 도와드릴 분을 찾아 드립니다. 각 ' +
      '도시의 등급은 목록에서 볼 수 있습니다.',
    booking:
      '프로필의 예약 버튼을 누르면 데스크에서 클럽 컨시어지와의 대화가 시작됩니다. 확인하시기 전에는 아무것도 ' +
      '전송되지 않습니다. 시간과 장소는 그 대화에서 정합니다. 호스트 비용은 지갑으로 결제하지 않으며, 베팅이나 ' +
      '잔액, 충전에 따라 무언가가 열리거나 빨라지는 일은 없습니다.',
    reporting:
      '모든 프로필에 신고 버튼이 있습니다. 신고 사유는 나이, 동의, 신원, 부적절한 내용, 사기, 기타입니다. 나이, ' +
      '동의, 부적절한 내용에 관한 신고가 들어오면 담당자가 확인할 때까지 프로필을 즉시 숨깁니다. 처리 결과는 ' +
      '신고하신 분께 알려 드립니다.',
  },
  en: {
    offers:
      'Hosts offer five lawful local services and nothing else: showing you the city, interpreting, hosting at ' +
      'events, being your partner at sport, and hosting at the club’s tables. Two people of the club have seen ' +
      'each host and checked identity and age. Hosts agree to be shown here, and can take that consent back at any ' +
      'moment.',
    sameCity:
      'Much in the same city is free: walks, parks and squares, public museums on their free days, and the ' +
      'evenings of the club. The first conversation with the concierge at the desk is free as well. Just ask what is on.',
    served:
      'You find hosts in first-tier and second-tier cities nationwide. In third-tier cities the concierge arranges ' +
      'somebody for you. The list shows the tier of each city.',
    booking:
      'Tap the booking button on a profile: a conversation with the club’s concierge begins at the desk, and nothing is ' +
      'sent before you confirm. Time and place are agreed there. Nothing is paid for a host through the wallet, ' +
      'and no bet, balance or top-up opens or shortens anything.',
    reporting:
      'Every profile has a report button. The reasons are age, consent, identity, indecent content, fraud, or ' +
      'something else. If it is about age, consent or indecent content, the profile is hidden at once until a ' +
      'person has looked at it. You are told what came of your report.',
  },
  es: {
    offers:
      'Los anfitriones ofrecen cinco servicios locales y lícitos, y ninguno más: mostrar la ciudad, hacer de ' +
      'intérprete, atender a los invitados en eventos, acompañar en el deporte y recibir en las mesas del club. ' +
      'Dos personas del club han visto a cada anfitrión y comprobado su identidad y su edad. Cada uno puede ' +
      'retirar en cualquier momento su consentimiento para aparecer aquí.',
    sameCity:
      'En la misma ciudad hay mucho gratis: paseos, parques y plazas, museos públicos en sus días gratuitos y las ' +
      'veladas del club. También es gratuita la primera conversación con el concierge en la recepción. Pregunte ' +
      'qué hay estos días.',
    served:
      'Hay anfitriones en ciudades de primer y segundo nivel de todo el país. En las de tercer nivel, el concierge ' +
      'busca a alguien para usted. La lista indica el nivel de cada ciudad.',
    booking:
      'Toque el botón de reserva de un perfil: se abre una conversación con el concierge del club en la recepción, ' +
      'y nada se envía antes de que usted lo confirme. Allí se acuerdan la hora y el lugar. Por un anfitrión no se ' +
      'paga nada con el monedero, y ninguna apuesta, saldo o recarga da acceso a nada ni acorta nada.',
    reporting:
      'Cada perfil tiene un botón para denunciar. Los motivos son edad, consentimiento, identidad, contenido ' +
      'indecente, fraude u otro. Si se trata de edad, consentimiento o contenido indecente, el perfil se oculta de ' +
      'inmediato hasta que una persona lo revise. Le diremos en qué ha quedado.',
  },
  hy: {
    offers:
      'Հյուրընկալողներն առաջարկում են միայն հինգ օրինական տեղական ծառայություն՝ քաղաքի ծանոթացում, բանավոր ' +
      'թարգմանություն, հյուրերի ընդունում միջոցառումներին, ընկերակցություն սպորտում և հյուրընկալում ակումբի ' +
      'սեղանների մոտ։ Ակումբի երկու աշխատակից ստուգել է յուրաքանչյուրի ինքնությունն ու տարիքը։ Հյուրընկալողը կարող ' +
      'է ցանկացած պահի հետ վերցնել ցուցադրվելու իր համաձայնությունը։',
    sameCity:
      'Նույն քաղաքում շատ բան անվճար է՝ զբոսանքներ, այգիներ ու հրապարակներ, հանրային թանգարաններն իրենց անվճար ' +
      'օրերին, ակումբի երեկոները։ Անվճար է նաև առաջին զրույցը կոնսիերժի հետ սպասարկման սեղանի մոտ։ Հարցրե՛ք, թե ' +
      'ինչ կա այս օրերին։',
    served:
      'Հյուրընկալողներ կան ողջ երկրի առաջին և երկրորդ կարգի քաղաքներում։ Երրորդ կարգի քաղաքներում կոնսիերժը Ձեզ ' +
      'համար մարդ կգտնի։ Քաղաքի կարգը նշված է ցանկում։',
    booking:
      'Սեղմե՛ք ամրագրման կոճակը հյուրընկալողի էջում. սպասարկման սեղանի մոտ կսկսվի զրույց ակումբի կոնսիերժի հետ, և ' +
      'մինչև Ձեր հաստատելը ոչինչ չի ուղարկվի։ Ժամն ու վայրը պայմանավորվում են այնտեղ։ Հյուրընկալողի համար ' +
      'դրամապանակով ոչինչ չի վճարվում, և ոչ մի խաղադրույք, մնացորդ կամ համալրում ոչինչ չի բացում և չի արագացնում։',
    reporting:
      'Ամեն էջում կա հաղորդելու կոճակ։ Պատճառներն են՝ տարիք, համաձայնություն, ինքնություն, անպատշաճ ' +
      'բովանդակություն, խարդախություն կամ այլ բան։ Եթե խոսքը տարիքի, համաձայնության կամ անպատշաճ բովանդակության ' +
      'մասին է, էջն անմիջապես թաքցվում է, մինչև մարդ նայի այն։ Արդյունքի մասին Ձեզ կտեղեկացնենք։',
  },
  vi: {
    offers:
      'Người tiếp đón chỉ cung cấp năm dịch vụ địa phương hợp pháp: đưa đi thăm thành phố, phiên dịch, đón khách ' +
      'tại sự kiện, làm bạn chơi thể thao và đón tiếp khách tại bàn của câu lạc bộ. Hai người của câu lạc bộ đã ' +
      'trực tiếp kiểm tra danh tính và tuổi của từng người. Họ có thể rút lại sự đồng ý hiển thị hồ sơ vào bất cứ ' +
      'lúc nào.',
    sameCity:
      'Ngay trong thành phố có nhiều thứ miễn phí: đi dạo, công viên và quảng trường, bảo tàng công lập vào ngày ' +
      'mở cửa miễn phí, các buổi tối của câu lạc bộ. Lần trò chuyện đầu tiên với nhân viên hỗ trợ khách tại quầy ' +
      'cũng miễn phí. Bạn cứ hỏi xem dạo này có gì.',
    served:
      'Người tiếp đón có mặt tại các thành phố hạng nhất và hạng hai trên cả nước. Ở thành phố hạng ba, nhân viên ' +
      'hỗ trợ khách sẽ thu xếp người cho bạn. Danh sách có ghi hạng của từng thành phố.',
    booking:
      'Chạm vào nút đặt lịch trên hồ sơ: cuộc trò chuyện với nhân viên hỗ trợ khách của câu lạc bộ sẽ mở ra tại ' +
      'quầy, và không có gì được gửi trước khi bạn xác nhận. Thời gian và địa điểm được thống nhất tại đó. Không ' +
      'trả tiền cho người tiếp đón qua ví; không khoản cược, số dư hay lần nạp nào mở thêm hoặc rút ngắn điều gì.',
    reporting:
      'Hồ sơ nào cũng có nút báo cáo. Lý do gồm: tuổi, sự đồng ý, danh tính, nội dung không đứng đắn, gian lận ' +
      'hoặc lý do khác. Nếu liên quan đến tuổi, sự đồng ý hoặc nội dung không đứng đắn, hồ sơ bị ẩn ngay cho đến ' +
      'khi có người xem xét. Bạn sẽ được báo lại kết quả.',
  },
  ms: {
    offers:
      'Hos menawarkan lima khidmat tempatan yang sah sahaja: membawa anda mengenali bandar, menjadi jurubahasa, ' +
      'membantu tetamu di acara, menjadi rakan sukan dan menyambut tetamu di meja kelab. Dua orang daripada pihak ' +
      'kelab telah menyemak sendiri identiti dan umur setiap hos. Hos boleh menarik balik persetujuan untuk ' +
      'dipaparkan pada bila-bila masa.',
    sameCity:
      'Banyak yang percuma di bandar yang sama: bersiar-siar, taman dan dataran, muzium awam pada hari masuk ' +
      'percuma, serta acara malam anjuran kelab. Perbualan pertama dengan konsierj di kaunter juga percuma. ' +
      'Tanyalah apa yang ada sekarang.',
    served:
      'Hos ada di bandar peringkat pertama dan kedua di seluruh negara. Di bandar peringkat ketiga, konsierj akan ' +
      'mencarikan seseorang untuk anda. Senarai menunjukkan peringkat setiap bandar.',
    booking:
      'Tekan butang tempahan pada profil: perbualan dengan konsierj kelab bermula di kaunter, dan tiada apa-apa ' +
      'dihantar sebelum anda mengesahkannya. Masa dan tempat dipersetujui di situ. Tiada bayaran untuk hos dibuat ' +
      'melalui dompet, dan tiada pertaruhan, baki atau tambah nilai yang membuka atau memendekkan apa-apa.',
    reporting:
      'Setiap profil mempunyai butang lapor. Sebabnya: umur, persetujuan, identiti, kandungan tidak sopan, ' +
      'penipuan atau hal lain. Jika laporan tentang umur, persetujuan atau kandungan tidak sopan, profil ' +
      'disembunyikan serta-merta sehingga ada orang yang menyemaknya. Anda akan diberitahu hasilnya.',
  },
  th: {
    offers:
      'โฮสต์ให้บริการท้องถิ่นที่ถูกกฎหมายเพียงห้าอย่างเท่านั้น ได้แก่ พาชมเมือง เป็นล่าม ต้อนรับแขกในงาน ' +
      'เป็นคู่เล่นกีฬา และต้อนรับแขกที่โต๊ะของคลับ เจ้าหน้าที่ของคลับสองคนได้ตรวจตัวตนและอายุของโฮสต์ทุกคนแล้ว ' +
      'โฮสต์ถอนความยินยอมให้แสดงโปรไฟล์ได้ทุกเมื่อ',
    sameCity:
      'ในเมืองเดียวกันมีหลายอย่างที่ฟรี ทั้งการเดินเล่น สวนสาธารณะและลานเมือง พิพิธภัณฑ์ของรัฐในวันเข้าชมฟรี ' +
      'และงานยามค่ำของคลับ การพูดคุยครั้งแรกกับคอนเซียร์จที่เคาน์เตอร์ก็ฟรีเช่นกัน สอบถามได้เลยว่าช่วงนี้มีอะไรบ้าง',
    served:
      'มีโฮสต์ในเมืองระดับหนึ่งและระดับสองทั่วประเทศ ส่วนในเมืองระดับสาม ' +
      'คอนเซียร์จของคลับจะจัดหาคนที่เหมาะสมให้คุณเป็นรายครั้ง ดูระดับของแต่ละเมืองได้ในรายการ',
    booking:
      'แตะปุ่มจองในโปรไฟล์ แล้วการสนทนากับคอนเซียร์จของคลับจะเริ่มขึ้นที่เคาน์เตอร์ ' +
      'โดยไม่มีการส่งสิ่งใดก่อนที่คุณจะยืนยัน เวลาและสถานที่ตกลงกันที่นั่น ไม่มีการจ่ายค่าโฮสต์ผ่านกระเป๋าเงิน ' +
      'และการเดิมพัน ยอดคงเหลือ หรือการเติมเงินไม่ช่วยเปิดสิ่งใดหรือทำให้สิ่งใดเร็วขึ้น',
    reporting:
      'ทุกโปรไฟล์มีปุ่มรายงาน เหตุผลที่เลือกได้คือ อายุ ความยินยอม ตัวตน เนื้อหาไม่เหมาะสม การฉ้อโกง ' +
      'หรือเรื่องอื่น หากเป็นเรื่องอายุ ความยินยอม หรือเนื้อหาไม่เหมาะสม โปรไฟล์จะถูกซ่อนทันทีจนกว่าจะมีคนตรวจดู ' +
      'เราจะแจ้งผลให้คุณทราบ',
  },
  'zh-Hant': {
    offers:
      '接待員只提供五項合法的在地服務：帶您認識城市、口譯、活動接待、運動陪練，以及在俱樂部的桌邊招待賓客。' +
      '每位接待員的身分與年齡，都由俱樂部的兩個人親自核實。接待員可隨時撤回公開個人檔案的同意。',
    sameCity:
      '同一座城市裡有許多免費的去處：散步、公園與廣場、公立博物館的免費日，以及俱樂部的晚間聚會。' +
      '在服務台與禮賓員的第一次洽談也是免費的。近期有什麼活動，歡迎詢問。',
    served: '全國的一級與二級城市都有接待員。在三級城市，由禮賓員為您安排合適的人。各城市的級別可在列表中查看。',
    booking:
      '輕觸個人檔案上的預約按鈕，即可在服務台與俱樂部的禮賓員開始對話；在您確認之前，不會送出任何內容。' +
      '時間與地點都在對話中商定。接待員的費用不經由錢包支付；任何投注、餘額或儲值都不會因此開放什麼，' +
      '也不會縮短什麼。',
    reporting:
      '每份個人檔案都有檢舉按鈕，原因包括：年齡、同意、身分、不雅內容、詐騙或其他。若涉及年齡、同意或不雅內容，' +
      '該檔案會立即隱藏，直到有專人查看為止。處理結果會通知您。',
  },
  ja: {
    offers:
      'ホストが提供するのは、合法な現地サービス五つだけです。街の案内、通訳、イベントでのお客様のお迎え、' +
      'スポーツの相手、クラブのテーブルでのおもてなしです。どのホストも、クラブの二人が身元と年齢を確認しています。' +
      'ホストは、掲載への同意をいつでも取り消せます。',
    sameCity:
      '同じ街の中にも、無料で楽しめるものがたくさんあります。散歩、公園や広場、公立博物館の無料開放日、' +
      'クラブの夜の集いなどです。デスクでのコンシェルジュとの最初のご相談も無料です。今何があるか、' +
      'お気軽にお尋ねください。',
    served:
      'ホストは全国の第一級・第二級の都市にいます。第三級の都市では、コンシェルジュが人を手配します。' +
      '都市ごとの級は一覧に表示されています。',
    booking:
      'プロフィールの予約ボタンを押すと、デスクでクラブのコンシェルジュとの会話が始まります。確認していただくまで、' +
      '何も送信されません。日時と場所はその会話で決めます。ホストの料金をウォレットで支払うことはありません。' +
      '賭けや残高、入金によって何かが利用できるようになったり、早まったりすることもありません。',
    reporting:
      'どのプロフィールにも通報ボタンがあります。理由は、年齢、同意、身元、不適切な内容、詐欺、その他から選べます。' +
      '年齢、同意、不適切な内容に関する通報では、担当者が確認するまでプロフィールをただちに非表示にします。' +
      '結果は通報された方にお知らせします。',
  },
};
