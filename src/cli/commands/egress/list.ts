import { printMessage } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { LIST_FORMATS, listEgressCommand } from './list-egress.js';
import { ALLOW_LIST_FORMATS, printAllowListCommand } from './print-allow-list.js';

export interface ListOptions extends InputOptions {
  readonly namespaces: readonly string[];
  readonly isAllowList: boolean;
  /** First day of the validity of an allow list. */
  readonly validFrom?: string;
  /** Base of the comparison of an allow list. */
  readonly base?: string;
  readonly format?: string;
}

/** Runs `weir list`, with or without `--allow-list`. Returns its exit code: 1 also if the options conflict. */
export async function listCommand({ isAllowList, format, ...options }: ListOptions): Promise<number> {
  if (isAllowList) {
    const chosen = choose(ALLOW_LIST_FORMATS, format ?? 'markdown', 'with --allow-list');
    return chosen ? printAllowListCommand({ ...options, format: chosen }) : 1;
  }
  const { validFrom, base, ...others } = options;
  if (validFrom !== undefined || base !== undefined) {
    printMessage(`--${validFrom === undefined ? 'base' : 'valid-from'} requires --allow-list`);
    return 1;
  }
  const chosen = choose(LIST_FORMATS, format ?? 'text', 'without --allow-list');
  return chosen ? listEgressCommand({ ...others, format: chosen }) : 1;
}

function choose<Format extends string>(formats: readonly Format[], format: string, when: string): Format | undefined {
  const chosen = formats.find((one) => one === format);
  if (!chosen) printMessage(`--format is '${format}', expected ${formats.join(', ')} ${when}`);
  return chosen;
}
