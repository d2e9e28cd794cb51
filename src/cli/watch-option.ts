import { Option } from 'commander';

/** `--watch` of a command that follows its input; it does not go with options of these names. */
export function watchOption(conflicts: string[]): Option {
  return new Option('--watch', 'stay, and do it again whenever the input changes; Ctrl+C ends it').conflicts(conflicts);
}
