import type { Act, Area } from './act.ts';

// Completion scripts. They contain all words, so that a tab press starts no program.

const SHELLS = { bash, zsh, fish } as const;
const USE = {
  bash: 'source <(club completion bash)',
  zsh: 'source <(club completion zsh)',
  fish: 'club completion fish | source',
} as const;

/** Words that may follow a beginning such as `staff add`. `isPrefix`: also later arguments of the same act. */
interface Place {
  at: string;
  words: readonly string[];
  isPrefix: boolean;
}

export function completionArea(areas: readonly Area[], command: string | null): Area {
  const acts = Object.entries(SHELLS).map(([name, script]): Act => {
    const shell = name as keyof typeof SHELLS;
    return {
      name,
      about: `prints the completion script of ${name}: ${USE[shell]}`,
      scope: 'files',
      run: async () => script(placesOf([...areas, area]), command),
    };
  });
  const area: Area = { name: 'completion', about: 'completes areas, acts and options in a shell', acts };
  return area;
}

function placesOf(areas: readonly Area[]): Place[] {
  const top = { at: '', words: [...areas.map(({ name }) => name), '--help'], isPrefix: false };
  return [top, ...areas.flatMap(placesOfArea)];
}

function placesOfArea(area: Area): Place[] {
  const ofActs = area.acts.map((act): Place => {
    const choices = (act.args ?? []).flatMap((argument) => argument.choices ?? []);
    const options = Object.keys(act.options ?? {}).map((name) => `--${name}`);
    const words = [...choices, ...options, ...(act.hasJson ? ['--json'] : []), '--help'];
    return { at: `${area.name} ${act.name}`.trim(), words, isPrefix: true };
  });
  if (area.acts.some(({ name }) => name === '')) return ofActs;
  return [{ at: area.name, words: [...area.acts.map(({ name }) => name), '--help'], isPrefix: false }, ...ofActs];
}

function cases(places: readonly Place[], of: (words: string) => string): string[] {
  return places.map(({ at, words, isPrefix }) => `    "${at}"${isPrefix ? '*' : ''}) ${of(words.join(' '))} ;;`);
}

function bash(places: readonly Place[], command: string | null): string[] {
  return [
    ...(command === null ? [] : [`club() { ${command} "$@"; }`]),
    '_club() {',
    `  local words="" at="\${COMP_WORDS[*]:1:COMP_CWORD-1}"`,
    '  case "$at" in',
    ...cases(places, (words) => `words="${words}"`),
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _club club',
  ];
}

function zsh(places: readonly Place[], command: string | null): string[] {
  return [
    ...(command === null ? [] : [`club() { ${command} "$@"; }`]),
    '_club() {',
    `  local at="\${(j: :)words[2,CURRENT-1]}"`,
    '  case "$at" in',
    ...cases(places, (words) => `compadd -- ${words}`),
    '  esac',
    '  _files',
    '}',
    'compdef _club club',
  ];
}

function fish(places: readonly Place[], command: string | null): string[] {
  const rules = places.map(({ at, words, isPrefix }) => {
    const pattern = isPrefix ? `${at}*` : at;
    return `complete -c club -n "__club_at '${pattern}'" -a "${words.join(' ')}"`;
  });
  return [
    ...(command === null ? [] : [`function club; ${command} $argv; end`]),
    'function __club_at',
    '  set -l words (commandline -opc)',
    '  string match -q -- $argv[1] (string join " " $words[2..-1])',
    'end',
    ...rules,
  ];
}
