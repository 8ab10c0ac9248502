import type { Command, Option } from 'commander';

/** As it is typed, such as `ratebook store info`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

export function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

export const hasFlag = ({ short, long }: Option, flag: string) => short === flag || long === flag;
