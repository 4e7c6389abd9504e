import type { Command, Option } from 'commander';

export interface ManPageTexts {
  /** A heading, then one line per example. */
  readonly examples: string;
  readonly exitCodes: readonly (readonly [code: number, words: string])[];
}

/** The man page, generated from the program's own help texts, in the format of man(7). */
export function manPage(program: Command, { examples, exitCodes }: ManPageTexts): string {
  const name = program.name();
  const commands = program.commands.flatMap((command) => shown(command, program));
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${program.version() ?? ''}" "Payments API Explorer"`,
    '.SH NAME',
    `${escaped(name)} \\- ask a payments API from a shell`,
    '.SH SYNOPSIS',
    `.B ${escaped(name)}`,
    '.RI [ options ] " command " [ arguments ]',
    '.SH DESCRIPTION',
    escaped(program.description()),
    'Results go to standard output, words for people to standard error.',
    'What the app would ask you about before it sends is not sent, unless an option agrees to it.',
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(({ path, command }) => [
      `.SS ${escaped(`${path} ${command.usage().replace(/^\[options\] ?/, '')}`.trim())}`,
      escaped(sentence(command.description())),
      ...command.registeredArguments.flatMap((argument) =>
        item(argument.name(), argument.description || (argument.argChoices ?? []).join(', ')),
      ),
      ...command.options.flatMap(optionLines),
    ]),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, words]) => item(String(code), words)),
    '.SH ENVIRONMENT',
    ...item('PAYMENTS_EXPLORER_TOKEN', 'An access token for this run, in place of the one in the keychain.'),
    ...item(
      'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
      'The proxy of profiles that use the one of the system, with its login.',
    ),
    '.SH EXAMPLES',
    '.nf',
    ...examples
      .split('\n')
      .slice(1)
      .map((line) => escaped(line.trim())),
    '.fi',
  ];
  return `${lines.join('\n')}\n`;
}

/** The commands that do something, with the names of their parent commands. */
function shown(command: Command, parent: Command, before = ''): { path: string; command: Command }[] {
  const path = `${before} ${command.name()}`.trim();
  if (!parent.createHelp().visibleCommands(parent).includes(command) || command.name() === 'help') return [];
  return command.commands.length === 0
    ? [{ path, command }]
    : command.commands.flatMap((below) => shown(below, command, path));
}

function optionLines({ flags, description, argChoices, defaultValue }: Option): string[] {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const byDefault = defaultValue === undefined ? '' : ` (default: ${String(defaultValue)})`;
  return item(flags, `${description}${choices}${byDefault}`);
}

function item(term: string, words: string): string[] {
  return ['.TP', `.B ${escaped(term)}`, escaped(sentence(words))];
}

function sentence(words: string): string {
  const first = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Escapes text, because in this format a line that begins with a dot or an apostrophe would be a request. */
function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/’/g, '\\(cq')
    .replace(/^([.'])/, '\\&$1');
}
