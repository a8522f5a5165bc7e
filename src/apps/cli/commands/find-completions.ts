import type { Argument, Command, Option } from 'commander';
import type { AddressOptions } from '../../terminal/client-options.js';
import type { StateOptions } from '../state/state-directory.js';
import { KeptArgument } from './options.js';

export interface Completions {
  readonly words: readonly { readonly value: string; readonly description: string }[];
  /** Whether the shell completes the name of a file or directory. */
  readonly areFiles: boolean;
  /** The options of a command line whose word is a kept id or name. */
  readonly keptOf?: AddressOptions & StateOptions;
}

const NONE: Completions = { words: [], areFiles: false };

/**
 * Finds the completions of a command line.
 *
 * @param typed the words after the name of the program, up to the cursor. The last word is the one to complete, and can
 * be empty.
 */
export function findCompletions(program: Command, typed: readonly string[]): Completions {
  const current = typed.at(-1) ?? '';
  const { command, option, argument, options } = readWords(program, typed.slice(0, -1));
  const isOption = current.startsWith('-');
  const found =
    option !== undefined && !isOption
      ? valuesOf(option)
      : isOption
        ? optionsOf(command, program)
        : { ...operandsOf(command, argument), ...(takesKept(command, argument) && { keptOf: options }) };
  return { ...found, words: found.words.filter(({ value }) => value.startsWith(current)) };
}

interface Place {
  readonly command: Command;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
  readonly argument: number;
  /** The options that name a service and a state. */
  readonly options: AddressOptions & StateOptions;
}

function readWords(program: Command, words: readonly string[]): Place {
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

/** The last argument may have several words. */
function takesKept({ registeredArguments }: Command, position: number): boolean {
  const argument = registeredArguments[position] ?? registeredArguments.findLast(({ variadic }) => variadic);
  return argument instanceof KeptArgument;
}

function valuesOf({ argChoices, flags }: Option): Completions {
  if (argChoices !== undefined)
    return { words: argChoices.map((value) => ({ value, description: '' })), areFiles: false };
  return { words: [], areFiles: namesFile(flags) };
}

function optionsOf(command: Command, program: Command): Completions {
  const help = command.createHelp();
  const all = [...help.visibleOptions(command), ...program.options.filter(({ long }) => long === '--no-color')];
  const words = all.flatMap(({ long, description }) => (long == null ? [] : [{ value: long, description }]));
  return {
    words: words.filter(({ value }, at) => words.findIndex((each) => each.value === value) === at),
    areFiles: false,
  };
}

function operandsOf(command: Command, position: number): Completions {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  if (commands.length > 0)
    return {
      words: commands.map((each) => ({ value: each.name(), description: help.subcommandDescription(each) })),
      areFiles: false,
    };
  const argument: Argument | undefined = command.registeredArguments[position];
  if (argument === undefined) return NONE;
  const words = (argument.argChoices ?? []).map((value) => ({ value, description: '' }));
  return { words, areFiles: namesFile(argument.name()) };
}

/** The names of arguments tell what they are: `--seed <file>`, `--state <directory>`. */
function namesFile(name: string): boolean {
  return /\b(?:file|directory)\b/.test(name);
}
