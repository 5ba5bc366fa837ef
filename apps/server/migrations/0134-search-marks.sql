-- Searches also find names with the apostrophes, hyphens, quotes and dots of other keyboards, with the marks of the
-- Quran, with a wasla, and with digits of Devanagari, Bengali and Mongolian.
create or replace function house.search_base(p_text text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        normalize(
          regexp_replace(
            normalize(
              lower(
                regexp_replace(
                  -- Before the first step, which takes an acute accent that stands alone for a space.
                  normalize(translate(p_text, '´`ʻʽʹ′‛ˈ', ''''''''''''''''''), nfkc),
                  '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f]'
                    || '|[\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000E0000-\U000E0FFF]',
                  '', 'g')
                collate pg_catalog.pg_c_utf8),
              nfd),
            '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8]'
              || '|[\u06ea-\u06ed]', '', 'g'),
          nfc),
        'đðħıłŧøəςөүғқҳҷґӊңһҗىیکةٱ’‘ʼ`‐‑‒–—―−“”„‟″•‧∙⋅・'
          || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹๐๑๒๓๔๕๖๗๘๙'
          || '०१२३४५६७८९০১২৩৪৫৬৭৮৯᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
        'ddhiltoeσоугкхчгннхжييكها''''''''-------"""""·····'
          || '012345678901234567890123456789'
          || '012345678901234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '\s+', ' ', 'g'));

-- What is stored in the old form is made anew. Old code reads columns and index by the same names.
-- safe: the column is back before the transaction ends
alter table video.title drop column search;
-- safe: titles are some thousands, which are rewritten in less than a second
alter table video.title add column search text generated always as (house.search_names(texts)) stored;
-- safe: the column is back before the transaction ends
alter table directory.city drop column search;
-- safe: cities are 500 at most
alter table directory.city add column search text generated always as (house.search_names(texts)) stored;
-- safe: the column is back before the transaction ends
alter table directory.host drop column search;
-- safe: hosts are some thousands, which are rewritten in less than a second
alter table directory.host add column search text
  generated always as (house.search_names(coalesce(texts, draft))) stored;

drop index members.real_name_by_form;
create index real_name_by_form on members.real_name (house.search_form(name));
