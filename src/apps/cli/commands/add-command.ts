import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';

/** Adds a command. @param help the text after its options */
export function addCommand(parent: Command, name: string, description: string, help: string): Command {
  return parent.command(name).description(description).addHelpText('after', help);
}

/** Makes the action of a command. Only the command that runs loads the module of its action: the others start faster. */
export function lazyAction<Args extends readonly unknown[]>(
  io: CommandIo,
  load: () => Promise<(io: CommandIo, ...args: Args) => Promise<void>>,
): (...args: Args) => Promise<void> {
  return async (...args) => (await load())(io, ...args);
}
