import { Argument, type Command, type Option } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import { addCommand } from './add-command.js';
import { KeptArgument } from './options.js';

const HELP = `
The script asks \`fleetglass complete\` for the words at the cursor.

Examples:
  eval "$(fleetglass completion bash)"           # in ~/.bashrc
  eval "$(fleetglass completion zsh)"            # in ~/.zshrc, after compinit
  fleetglass completion fish > ~/.config/fish/completions/fleetglass.fish`;

export function addCompletionCommand(program: Command, io: CommandIo): void {
  addCommand(program, 'completion', 'print a script that completes commands and options in a shell', HELP)
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => void io.stdout.write(SCRIPTS[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => printCompletions(program, io, words));
}

/** One word per line, with its description after a tab. The line `:files` stands for the names of files. */
async function printCompletions(program: Command, io: CommandIo, typed: readonly string[]): Promise<void> {
  const current = typed.at(-1) ?? '';
  const { command, option, argument, options } = readWords(program, typed.slice(0, -1));
  const words = current.startsWith('-')
    ? optionsOf(command, program)
    : option !== undefined
      ? valuesOf(option.argChoices, option.flags)
      : operandsOf(command, argument);
  const lines = words.filter(([value]) => value.startsWith(current) || value === FILES).map((word) => word.join('\t'));
  const { registeredArguments: all } = command;
  // The last argument may have several words.
  const isKept = (all[argument] ?? all.findLast(({ variadic }) => variadic)) instanceof KeptArgument;
  if (option === undefined && !current.startsWith('-') && isKept) {
    // Loaded only where a word is an id, so that all other completions are faster.
    const { completeKept } = await import('../state/find-kept.js');
    const kept = await completeKept(io, current, options);
    for (const { value, description } of kept) lines.push(`${value}\t${description}`);
  }
  io.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

const FILES = ':files';

const SCRIPTS = {
  bash: `# fleetglass completion for bash
_fleetglass() {
  local line IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" typed="\${COMP_LINE:0:COMP_POINT}"
  # Split at spaces only: the words of bash end at each colon of an address.
  local -a words
  IFS=$' \\t\\n' read -ra words <<< "$typed"
  [[ $typed == *[[:space:]] ]] && words+=('')
  # For bash, a word with a colon begins after its last colon.
  local begun="\${words[\${#words[@]}-1]}"
  [[ $COMP_WORDBREAKS == *:* ]] && begun="\${begun%"\${begun##*:}"}" || begun=
  COMPREPLY=()
  while read -r line; do
    if [ "$line" = ${FILES} ]; then
      compopt -o filenames 2> /dev/null
      COMPREPLY+=($(compgen -f -- "$current"))
    else
      line="\${line%%$'\\t'*}"
      COMPREPLY+=("\${line#"$begun"}")
    fi
  done < <(fleetglass complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _fleetglass fleetglass
`,
  zsh: `#compdef fleetglass
# fleetglass completion for zsh
_fleetglass() {
  local line
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == ${FILES} ]]; then
      _files
    else
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <(fleetglass complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
  (( \${#candidates} )) && _describe fleetglass candidates
}
if [[ "\${funcstack[1]}" == _fleetglass ]]; then
  _fleetglass "$@"
else
  compdef _fleetglass fleetglass
fi
`,
  fish: `# fleetglass completion for fish
function __fleetglass_complete
  set -l current (commandline -ct)
  set -l words (commandline -opc) "$current"
  for line in (fleetglass complete -- $words[2..-1] 2> /dev/null)
    if test "$line" = ${FILES}
      __fish_complete_path "$current"
    else
      echo $line
    end
  end
end
complete -c fleetglass -f -a '(__fleetglass_complete)'
`,
};

type Word = readonly [value: string, description?: string];

function readWords(program: Command, words: readonly string[]) {
  let command = program;
  let option: Option | undefined;
  let argument = 0;
  const options: Record<string, string | true> = {};
  for (const word of words.flatMap((each) => /^(--[\w-]+)=(.*)$/s.exec(each)?.slice(1) ?? [each])) {
    if (word.startsWith('-')) {
      const named = [...command.options, ...program.options].find(({ long, short }) => long === word || short === word);
      option = named && (named.required || named.optional) ? named : undefined;
      if (named !== undefined && option === undefined) options[named.attributeName()] = true;
    } else if (option === undefined) {
      const child = command.commands.find((each) => each.name() === word);
      if (child === undefined) argument += 1;
      else command = child;
    } else if (!option.variadic) {
      options[option.attributeName()] = word;
      option = undefined;
    }
  }
  return { command, option, argument, options };
}

/** @param name says what the values are: `--seed <file>`, `--state <directory>` */
function valuesOf(choices: readonly string[] | undefined, name: string): Word[] {
  if (choices !== undefined) return choices.map((value) => [value, '']);
  return /\b(?:file|directory)\b/.test(name) ? [[FILES]] : [];
}

function optionsOf(command: Command, program: Command): Word[] {
  const all = [
    ...command.createHelp().visibleOptions(command),
    ...program.options.filter(({ long }) => long === '--no-color'),
  ];
  return [...new Map(all.flatMap(({ long, description }) => (long == null ? [] : [[long, description] as const])))];
}

function operandsOf(command: Command, position: number): Word[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  if (commands.length > 0) return commands.map((each) => [each.name(), help.subcommandDescription(each)]);
  const argument = command.registeredArguments[position];
  return argument === undefined ? [] : valuesOf(argument.argChoices, argument.name());
}
