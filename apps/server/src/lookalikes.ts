/** Lookalikes of Latin letters in Cyrillic, Greek, Armenian and small capitals. */
const LIKE_LATIN: Readonly<Record<string, string>> = {
  ...pairs('аАɑαΑ', 'a'),
  ...pairs('вВβΒЬ', 'b'),
  ...pairs('сСϲⅽ', 'c'),
  ...pairs('ԁɗ', 'd'),
  ...pairs('еЕεΕэҽ', 'e'),
  ...pairs('ɡցց', 'g'),
  ...pairs('нНһΗհ', 'h'),
  ...pairs('іІιΙıӀ', 'i'),
  ...pairs('јЈ', 'j'),
  ...pairs('кКκΚ', 'k'),
  ...pairs('мМΜ', 'm'),
  ...pairs('ոΝ', 'n'),
  ...pairs('оОοΟօσ', 'o'),
  ...pairs('рРρΡ', 'p'),
  ...pairs('ԛզ', 'q'),
  ...pairs('ѕЅ', 's'),
  ...pairs('тТτΤ', 't'),
  ...pairs('υսԱ', 'u'),
  ...pairs('ν', 'v'),
  ...pairs('ԝѡω', 'w'),
  ...pairs('хХχΧ', 'x'),
  ...pairs('уУүҮγΥ', 'y'),
};
/** Latin lookalikes of Cyrillic letters. */
const LIKE_CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aаbвcсeеhнiіkкmмoоpрtтxхyу'].reduce<string[][]>((made, sign, index, all) => {
    if (index % 2 === 0) made.push([sign, all[index + 1] ?? sign]);
    return made;
  }, []),
);
function pairs(signs: string, letter: string): Record<string, string> {
  return Object.fromEntries([...signs].map((sign) => [sign, letter]));
}

/** Replaces letters that look like Latin ones by these, in small letters. */
export function inLatin(text: string): string {
  return mapped(text, LIKE_LATIN);
}

/** Replaces Latin letters that look like Cyrillic ones by these. For small letters. */
export function inCyrillic(text: string): string {
  return mapped(text, LIKE_CYRILLIC);
}

function mapped(text: string, like: Readonly<Record<string, string>>): string {
  let made = '';
  for (const sign of text) made += like[sign] ?? sign;
  return made;
}
