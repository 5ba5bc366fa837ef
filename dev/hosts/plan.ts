import type { Service } from '@tercet/server/directory/services.ts';
import type { LanguageCode } from '@tercet/server/languages.ts';

export interface HostSketch {
  /** File name of the pictures. */
  slug: string;
  city: string;
  services: readonly Service[];
  languages: readonly LanguageCode[];
  en: readonly [name: string, about: string];
  mn: readonly [name: string, about: string];
}

/** Pictures of a host, in the profile's order. */
export const PICTURES = ['portrait', 'work', 'place'] as const;

/** Fictional hosts that show what a profile looks like. */
export const HOSTS: readonly HostSketch[] = [
  {
    ...{
      slug: 'bolormaa',
      city: 'ulaanbaatar',
      services: ['city-guide', 'interpreter'],
      languages: ['mn', 'en', 'ja'],
    },
    en: [
      'Bolormaa',
      'The squares, the monasteries and the new towers on foot, in about three hours. I stop wherever you want to ' +
        'know more, and know which museums are quiet in the morning.',
    ],
    mn: [
      'Болормаа',
      'Талбай, хийд, шинэ өндөр барилгуудыг гурван цаг орчим явган үзүүлнэ. Сонирхсон газар бүрт тань зогсож, өглөө ' +
        'аль музей нам гүм байдгийг хэлж өгнө.',
    ],
  },
  {
    ...{ slug: 'ganbold', city: 'ulaanbaatar', services: ['city-guide'], languages: ['mn', 'en'] },
    en: [
      'Ganbold',
      'Forty years in this city, twenty of them as a teacher of history. We walk slowly, drink tea where the old ' +
        'quarter was, and I show you photographs of how it looked.',
    ],
    mn: [
      'Ганболд',
      'Энэ хотод дөчин жил, түүний хорин жилд нь түүхийн багш хийсэн. Аажуухан алхаж, хуучин хорооллын суурин дээр цай ' +
        'ууж, өмнө нь ямар байсныг зургаар үзүүлнэ.',
    ],
  },
  {
    ...{ slug: 'saruul', city: 'ulaanbaatar', services: ['interpreter'], languages: ['mn', 'en', 'ko'] },
    en: [
      'Saruul',
      'I interpret between Mongolian, English and Korean: at offices, at the doctor’s, at a table with partners. I ' +
        'translate what was said, and nothing that was not.',
    ],
    mn: [
      'Саруул',
      'Монгол, англи, солонгос хэлний хооронд орчуулна: албан газар, эмнэлэг, түншүүдийн уулзалтад. Хэлснийг яг ' +
        'хэлснээр нь орчуулдаг.',
    ],
  },
  {
    ...{ slug: 'temuulen', city: 'ulaanbaatar', services: ['sports-partner'], languages: ['mn', 'en'] },
    en: [
      'Temuulen',
      'Tennis on the indoor courts, for beginners and for those who want to run. Rackets are there; I book the court ' +
        'and count fairly.',
    ],
    mn: [
      'Тэмүүлэн',
      'Дотор талбайд теннис: эхлэн тоглогчид ч, сайн гүйх дуртай хүн ч болно. Цохиур бэлэн, талбайг би захиалж, оноог ' +
        'шударга тоолно.',
    ],
  },
  {
    ...{ slug: 'nomin', city: 'ulaanbaatar', services: ['event-host', 'interpreter'], languages: ['mn', 'en', 'es'] },
    en: [
      'Nomin',
      'I lead evenings of twenty or two hundred people: openings, quiz nights, award dinners. Plan and order of the ' +
        'evening are yours; that it begins on time is mine.',
    ],
    mn: [
      'Номин',
      'Хорин хүнтэй ч, хоёр зуун хүнтэй ч арга хэмжээг хөтөлнө: нээлт, асуулт хариултын үдэш, шагнал гардуулах ёслол. ' +
        'Хөтөлбөр таных, цагтаа эхлэх нь минийх.',
    ],
  },
  {
    ...{ slug: 'batbayar', city: 'ulaanbaatar', services: ['club-table-host'], languages: ['mn', 'en'] },
    en: [
      'Batbayar',
      'At the club’s tables I explain the games: what is thrown, what is counted, what the odds on the sheet mean. I ' +
        'sit with guests who have never been, and nobody is asked to play.',
    ],
    mn: [
      'Батбаяр',
      'Клубийн ширээний ард тоглоомыг тайлбарлана: юу шидэж, юуг тоолж, самбар дээрх харьцаа юуг хэлдгийг. Анх ирсэн ' +
        'зочинтой хамт сууна, хэнийг ч тоглуулахыг шаарддаггүй.',
    ],
  },
  {
    ...{ slug: 'amina', city: 'ulaanbaatar', services: ['interpreter', 'city-guide'], languages: ['ar', 'en', 'mn'] },
    en: [
      'Amina',
      'Arabic, English and Mongolian, spoken and in writing. I go along to meetings and markets, and know where to ' +
        'pray and where to eat well.',
    ],
    mn: [
      'Амина',
      'Араб, англи, монгол хэлээр ярьж, бичнэ. Уулзалт, зах дээр хамт явж, хаана залбирч, хаана сайхан хооллохыг ' +
        'мэднэ.',
    ],
  },
  {
    ...{ slug: 'daniel', city: 'ulaanbaatar', services: ['event-host'], languages: ['en', 'es'] },
    en: [
      'Daniel',
      'Conferences and workshops in English and Spanish. I prepare with the speakers, keep the time, and see to it ' +
        'that the last row hears every question.',
    ],
    mn: [
      'Даниел',
      'Англи, испани хэлээр бага хурал, сургалт хөтөлнө. Илтгэгчидтэй хамт бэлдэж, цаг барьж, сүүлчийн эгнээнд асуулт ' +
        'бүр сонсогдохыг хариуцна.',
    ],
  },
  {
    ...{ slug: 'enkhtuya', city: 'darkhan', services: ['city-guide'], languages: ['mn', 'en'] },
    en: [
      'Enkhtuya',
      'Old Darkhan and new Darkhan, the monastery between them, and the view from the hill at sunset. Good shoes are ' +
        'all that you need.',
    ],
    mn: [
      'Энхтуяа',
      'Хуучин Дархан, шинэ Дархан, тэдний дундах хийд, жаргах нарны үеийн толгод. Сайн гутал л хэрэгтэй.',
    ],
  },
  {
    ...{ slug: 'tuguldur', city: 'darkhan', services: ['sports-partner'], languages: ['mn', 'en', 'ko'] },
    en: [
      'Tuguldur',
      'Table tennis, three evenings a week in the sports hall. I play at any level and gladly show how to spin a ball.',
    ],
    mn: [
      'Төгөлдөр',
      'Спортын танхимд долоо хоногт гурван орой ширээний теннис. Ямар ч түвшинд тоглож, бөмбөгийг яаж эргүүлдгийг ' +
        'дуртай зааж өгнө.',
    ],
  },
  {
    ...{ slug: 'khaliun', city: 'darkhan', services: ['interpreter'], languages: ['mn', 'en', 'zh-Hant'] },
    en: [
      'Khaliun',
      'Mongolian, English and Chinese for visits to factories and offices. I learn the words of your trade before we ' +
        'meet.',
    ],
    mn: [
      'Халиун',
      'Үйлдвэр, албан газрын уулзалтад монгол, англи, хятад хэлээр. Уулзахаас өмнө таны мэргэжлийн үгийг сурчихдаг.',
    ],
  },
  {
    ...{ slug: 'otgonbayar', city: 'darkhan', services: ['club-table-host'], languages: ['mn'] },
    en: [
      'Otgonbayar',
      'I host the card table on Thursdays: whist, and the old games that my grandfather knew. It is for company, and ' +
        'beginners sit next to me.',
    ],
    mn: [
      'Отгонбаяр',
      'Пүрэв гаригт хөзрийн ширээг хөтөлдөг: вист, өвөөгийн минь мэддэг байсан хуучин тоглоомууд. Нөхөрлөхийн төлөө, ' +
        'шинэ хүн миний хажууд сууна.',
    ],
  },
  {
    ...{ slug: 'minh-anh', city: 'darkhan', services: ['interpreter', 'city-guide'], languages: ['vi', 'en', 'mn'] },
    en: [
      'Minh Anh',
      'Vietnamese, English and Mongolian. I help families settle in: school, clinic, the first shopping, the first ' +
        'winter coat.',
    ],
    mn: [
      'Мин Ань',
      'Вьетнам, англи, монгол хэл. Шинээр ирсэн айлд тусална: сургууль, эмнэлэг, анхны худалдан авалт, анхны өвлийн ' +
        'хувцас.',
    ],
  },
  {
    ...{ slug: 'sergelen', city: 'erdenet', services: ['event-host'], languages: ['mn', 'en'] },
    en: [
      'Sergelen',
      'Quiz nights, name days, the party of a whole department. I bring the questions, the music and a plan for rain.',
    ],
    mn: [
      'Сэргэлэн',
      'Асуулт хариултын үдэш, баярын өдөр, хамт олны үдэшлэг. Асуулт, хөгжим, бороо орвол яахыг би бэлдэнэ.',
    ],
  },
  {
    ...{ slug: 'davaajav', city: 'erdenet', services: ['city-guide'], languages: ['mn', 'en'] },
    en: [
      'Davaajav',
      'I worked in the mine for thirty years, and show you the town that grew beside it: the workshops, the carpet ' +
        'house, the park.',
    ],
    mn: [
      'Даваажав',
      'Уурхайд гучин жил ажилласан. Хажууд нь өссөн хотыг үзүүлнэ: цехүүд, хивсний үйлдвэр, цэцэрлэгт хүрээлэн.',
    ],
  },
  {
    ...{ slug: 'oyunchimeg', city: 'erdenet', services: ['club-table-host', 'event-host'], languages: ['mn', 'en'] },
    en: [
      'Oyunchimeg',
      'Retired, and at home at a table. I explain the dice to whoever asks, and end the evening at ten.',
    ],
    mn: [
      'Оюунчимэг',
      'Тэтгэвэрт гарсан, ширээний ард байх дуртай. Шоог асуусан хүн бүрт тайлбарлаж, үдшийг арван цагт дуусгана.',
    ],
  },
  {
    ...{ slug: 'firuz', city: 'erdenet', services: ['interpreter'], languages: ['tg', 'en', 'mn'] },
    en: [
      'Firuz',
      'Tajik, English and Mongolian, with a second glance at every number. Contracts and technical papers are what I ' +
        'do most.',
    ],
    mn: [
      'Фируз',
      'Тажик, англи, монгол хэл; тоо бүрийг хоёр удаа харна. Гэрээ, техникийн бичиг баримтыг хамгийн их орчуулдаг.',
    ],
  },
  {
    ...{ slug: 'aigerim', city: 'khovd', services: ['city-guide', 'interpreter'], languages: ['mn', 'en'] },
    en: [
      'Aigerim',
      'Poplar avenues, the old wall, and the market when the melons come. I grew up between two languages and two ' +
        'kitchens.',
    ],
    mn: ['Айгерим', 'Улиасан гудамж, хуучин хэрэм, амтат гуа ирэх үеийн зах. Хоёр хэл, хоёр гал тогооны дунд өссөн.'],
  },
  {
    ...{ slug: 'yerlan', city: 'khovd', services: ['sports-partner'], languages: ['mn', 'en'] },
    en: [
      'Yerlan',
      'Walks in the hills, half a day or a whole one. I carry the map and the tea, and turn round when the weather ' +
        'says so.',
    ],
    mn: ['Ерлан', 'Уулаар хагас эсвэл бүтэн өдрийн алхалт. Газрын зураг, цайг би үүрнэ, цаг агаар муудвал буцна.'],
  },
  {
    ...{ slug: 'tsetsegmaa', city: 'khovd', services: ['club-table-host'], languages: ['mn'] },
    en: [
      'Tsetsegmaa',
      'I host the dice table of the club’s evenings in town, explain the rules in plain words, and show how a throw ' +
        'is checked on the phone.',
    ],
    mn: [
      'Цэцэгмаа',
      'Клубийн үдэшлэгийн шооны ширээг хөтөлж, дүрмийг энгийн үгээр тайлбарлаж, шидэлтийг утсаараа яаж шалгадгийг ' +
        'үзүүлнэ.',
    ],
  },
  {
    ...{ slug: 'dulmaa', city: 'moron', services: ['city-guide'], languages: ['mn', 'en'] },
    en: [
      'Dulmaa',
      'From the town to the water: where to stand when the ice goes, which bakery opens first, how to dress for it ' +
        'all.',
    ],
    mn: [
      'Дулмаа',
      'Хотоос нуур хүртэл: мөс явах үед хаана зогсох, аль талх нарийн боовны газар эхэлж нээдэг, яаж хувцаслахыг.',
    ],
  },
  {
    ...{ slug: 'hiroshi', city: 'moron', services: ['interpreter', 'city-guide'], languages: ['ja', 'en', 'mn'] },
    en: [
      'Hiroshi',
      'Japanese, English and Mongolian. I came to look at birds and stayed; I interpret for visitors, and know when ' +
        'the cranes pass.',
    ],
    mn: [
      'Хироши',
      'Япон, англи, монгол хэл. Шувуу ажиглахаар ирээд үлдсэн. Зочдод орчуулж, тогоруу хэзээ өнгөрөхийг мэднэ.',
    ],
  },
  {
    ...{ slug: 'sukhbat', city: 'dalanzadgad', services: ['city-guide'], languages: ['mn', 'en'] },
    en: [
      'Sukhbat',
      'Cliffs in the morning, the small museum at noon, and stories of the road in the evening. I drove lorries here ' +
        'for half my life.',
    ],
    mn: [
      'Сүхбат',
      'Өглөө хад цохио, үд дунд жижиг музей, орой замын яриа. Хагас насаа энд ачааны машин барьж өнгөрөөсөн.',
    ],
  },
  {
    ...{ slug: 'anujin', city: 'dalanzadgad', services: ['event-host', 'interpreter'], languages: ['mn', 'en', 'ko'] },
    en: [
      'Anujin',
      'Small festivals under a wide sky: I host the stage, in Mongolian, English and Korean, and find you a chair in ' +
        'the shade.',
    ],
    mn: [
      'Анужин',
      'Уудам тэнгэр дор жижиг наадам: монгол, англи, солонгос хэлээр тайзыг хөтөлж, сүүдэрт сандал олж өгнө.',
    ],
  },
];
