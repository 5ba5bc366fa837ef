-- Searches find a text however it is written: in any width and case, composed or not, with or without accents, with
-- invisible characters in it, and with the spellings of banks and documents (ö as o or oe).

-- The text in one form. Letters that have no accent to drop are spelled out (đ, ł, ø, ß, þ), as are those that
-- keyboards of neighbours lack (Mongolian ө and ү, Tajik ғ, қ, ҳ and ҷ, Persian ی and ک). Digits are those of ASCII.
create function house.search_base(p_text text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        normalize(
          regexp_replace(
            normalize(
              lower(
                regexp_replace(
                  normalize(p_text, nfkc),
                  '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f]'
                    || '|[\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000E0000-\U000E0FFF]',
                  '', 'g')
                collate pg_catalog.pg_c_utf8),
              nfd),
            '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]', '', 'g'),
          nfc),
        'đðħıłŧøəςөүғқҳҷґىیکة’‘ʼ‐‑–—•‧∙٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹๐๑๒๓๔๕๖๗๘๙',
        'ddhiltoeσоугкхчгييكه''''''----···012345678901234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '\s+', ' ', 'g'));

-- The same with ae, oe, ue and aa as one letter: MUELLER is found as Müller, and HAAKON as Håkon.
create function house.search_form(p_text text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(house.search_base(p_text), '([aou])e|a(a)', '\1\2', 'g');

-- Both forms of the names in all languages, a line each.
create function house.search_names(p_texts jsonb) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(concat_ws(E'\n', house.search_base(w.name), house.search_form(w.name)), E'\n'), '')
    from (select t.value ->> 'name' as name from jsonb_each(coalesce(p_texts, '{}')) t) w);

-- Whether names in such lines have what was typed in them.
create function house.search_has(p_names text, p_typed text) returns boolean
  language sql immutable strict parallel safe
  return strpos(p_names, house.search_base(p_typed)) > 0 or strpos(p_names, house.search_form(p_typed)) > 0;

-- safe: titles are some thousands, which are rewritten in less than a second; old code neither reads nor writes it
alter table video.title add column search text generated always as (house.search_names(texts)) stored;
-- safe: cities are 500 at most; old code neither reads nor writes it
alter table directory.city add column search text generated always as (house.search_names(texts)) stored;
-- safe: hosts are some thousands; old code neither reads nor writes it
alter table directory.host add column search text
  generated always as (house.search_names(coalesce(texts, draft))) stored;

create index real_name_by_form on members.real_name (house.search_form(name));
