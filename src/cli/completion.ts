import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command with its completions; the program itself has an empty path. */
interface Node {
  /** Such as `history search`. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly Option[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** What its argument may be, if it is one of a few words. */
  readonly choices: readonly string[];
}

/** A script for the shell to load, which completes commands, options and their choices, and files everywhere else. */
export function completionScript(program: Command, shell: Shell): string {
  const name = program.name();
  const nodes = nodesOf(program);
  switch (shell) {
    case 'bash':
      return bash(name, nodes);
    case 'zsh':
      return `#compdef ${name}\nautoload -U +X bashcompinit && bashcompinit\n${bash(name, nodes)}`;
    case 'fish':
      return fish(name, nodes);
  }
}

function nodesOf(program: Command, path = ''): Node[] {
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
  const node = {
    path,
    description: program.description(),
    options: program.options,
    commands: commands.map((command) => ({ name: command.name(), description: command.description() })),
    choices: program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  return [node, ...commands.flatMap((command) => nodesOf(command, `${path} ${command.name()}`.trim()))];
}

/** Commands that take none of the program's options. */
const BY_THEMSELVES = new Set(['sandbox']);
const FILES = new Set(['--output', '--data-folder']);

/** Written for bash 4, and for the way zsh reads it. */
function bash(name: string, nodes: readonly Node[]): string {
  const own = nodes[0]?.options ?? [];
  const fn = `_${name.replace(/\W/g, '_')}`;
  const valued = nodes.flatMap(({ options }) => options).filter((option) => option.required);
  const longs = [...new Set(valued.flatMap(({ long }) => long ?? []))].join('|');
  const choices = valued.flatMap(({ long, argChoices }) =>
    long != null && argChoices
      ? [`    ${long}) COMPREPLY=($(compgen -W "${argChoices.join(' ')}" -- "$word")); return ;;`]
      : [],
  );
  const cases = nodes.map(({ path, options, commands, choices: choicesOf }) => {
    const words = [
      ...commands.map((command) => command.name),
      ...choicesOf,
      ...[...(BY_THEMSELVES.has(path) ? [] : own), ...options].flatMap(({ long }) => long ?? []),
      '--help',
    ];
    return `    "${path}") words="${[...new Set(words)].join(' ')}" ;;`;
  });
  return `${fn}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" i
  if [ "$word" = "=" ]; then word=""
  elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$before" in
${[...new Set(choices)].join('\n')}
    ${[...FILES].join('|')}) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word")); return ;;
    ${longs}) COMPREPLY=(); return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i-1]}" in ${longs}) continue ;; esac
    case "$path \${COMP_WORDS[i]}" in
${nodes
  .slice(1)
  .map(({ path }) => {
    const parent = path.includes(' ') ? path.slice(0, path.lastIndexOf(' ')) : '';
    return `      "${parent} ${path.split(' ').at(-1) ?? ''}") path="${path}" ;;`;
  })
  .join('\n')}
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F ${fn} ${name}
`;
}

function fish(name: string, nodes: readonly Node[]): string {
  const lines: string[] = [];
  for (const { path, options, commands, choices } of nodes) {
    const words = path.split(' ').filter(Boolean);
    const condition =
      words.length === 0
        ? '__fish_use_subcommand'
        : words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    for (const command of commands)
      lines.push(
        `complete -c ${name} -f -n '${condition}' -a ${command.name} -d ${quoted(command.description)}`,
      );
    for (const choice of choices) lines.push(`complete -c ${name} -f -n '${condition}' -a ${choice}`);
    for (const { long, description, required, argChoices } of options) {
      if (long == null) continue;
      const where = words.length === 0 ? '' : ` -n '${condition}'`;
      const files = FILES.has(long) ? ' -r -F' : required ? ' -x' : '';
      const values = argChoices === undefined ? '' : ` -a '${argChoices.join(' ')}'`;
      lines.push(
        `complete -c ${name}${where} -l ${long.slice(2)}${files}${values} -d ${quoted(description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
