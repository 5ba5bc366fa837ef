import type { FilmCaptions } from './film-captions.ts';

/**
 * Group of the subtitle tracks in a film's playlists (RFC 8216, sections 3.5 and 4.3.4.1), for third-party players.
 */
const GROUP = 'captions';

/**
 * Adds one subtitle track per language to the main playlist. None is the default, since the club's player shows
 * captions itself.
 */
export function withSubtitles(main: string, captions: readonly FilmCaptions[]): string {
  if (captions.length === 0) return main;
  const media = captions.map((one) => {
    const facts = [
      ...['TYPE=SUBTITLES', `GROUP-ID="${GROUP}"`, `NAME="${nameOf(one.locale)}"`, `LANGUAGE="${one.locale}"`],
      ...['DEFAULT=NO', 'AUTOSELECT=NO', 'FORCED=NO', `URI="captions/${one.locale}-${one.version}.m3u8"`],
    ];
    return `#EXT-X-MEDIA:${facts.join(',')}`;
  });
  const lines = main.replaceAll(/^(#EXT-X-STREAM-INF:.*)$/gm, `$1,SUBTITLES="${GROUP}"`).split('\n');
  const first = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  return [...lines.slice(0, first), ...media, ...lines.slice(first)].join('\n');
}

/** The playlist of one language, beside its file: one segment of the full duration. */
export function subtitlePlaylist(file: string, durationMs: number): string {
  const seconds = durationMs / 1_000;
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`, '#EXT-X-PLAYLIST-TYPE:VOD'],
    ...[`#EXTINF:${seconds.toFixed(3)},`, file, '#EXT-X-ENDLIST', ''],
  ].join('\n');
}

/** A language's name in itself. */
function nameOf(locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(locale)?.replaceAll(/["\r\n]/g, '') ?? locale;
}
