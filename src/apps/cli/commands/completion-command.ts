import { Argument, type Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { KeptOptions, KeptWord } from '../actions/complete-kept.js';
import { findCompletions } from './find-completions.js';

const HELP = `
The script asks \`fleetglass complete\` for the words at the cursor.

Examples:
  eval "$(fleetglass completion bash)"           # in ~/.bashrc
  eval "$(fleetglass completion zsh)"            # in ~/.zshrc, after compinit
  fleetglass completion fish > ~/.config/fish/completions/fleetglass.fish`;

type Shell = 'bash' | 'zsh' | 'fish';

/** Adds `fleetglass completion <shell>`, and the hidden command that the scripts run. */
export function addCompletionCommand(program: Command, io: CommandIo): void {
  const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', HELP)
    .action((shell: Shell) => void io.stdout.write(SCRIPTS[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => printCompletions(program, io, words));
}

/** One word per line, with its description after a tab. The line `:files` stands for the names of files. */
async function printCompletions(program: Command, io: CommandIo, typed: readonly string[]): Promise<void> {
  const { words, areFiles, keptOf } = findCompletions(program, typed);
  const { stdout } = io;
  const kept = keptOf === undefined ? [] : await findKeptWords(io, typed.at(-1) ?? '', keptOf);
  const lines = [...words, ...kept].map(({ value, description }) => `${value}\t${description}`);
  stdout.write([...lines, ...(areFiles ? [FILES] : [])].map((line) => `${line}\n`).join(''));
}

async function findKeptWords(io: CommandIo, current: string, options: KeptOptions): Promise<readonly KeptWord[]> {
  // Loaded only where a word is an id, so that all other completions are faster.
  const { completeKept } = await import('../actions/complete-kept.js');
  return completeKept(io, current, options);
}

const FILES = ':files';

const BASH = `# fleetglass completion for bash
_fleetglass() {
  local line IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" typed="\${COMP_LINE:0:COMP_POINT}"
  # Split at spaces only: the words of bash end at each colon of an address.
  local -a words
  IFS=$' \\t\\n' read -ra words <<< "$typed"
  [[ $typed == *[[:space:]] ]] && words+=('')
  COMPREPLY=()
  while read -r line; do
    if [ "$line" = ${FILES} ]; then
      compopt -o filenames 2> /dev/null
      COMPREPLY+=($(compgen -f -- "$current"))
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <(fleetglass complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _fleetglass fleetglass
`;

const ZSH = `#compdef fleetglass
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
`;

const FISH = `# fleetglass completion for fish
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
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
