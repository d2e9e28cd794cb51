import { printMessage } from '../../print.js';
import type { InputOptions } from '../input.js';
import { LIST_FORMATS, listEgressCommand } from './list-egress.js';
import { PARTNER_FORMATS, listPartnerCommand } from './list-partner.js';

export interface ListOptions extends InputOptions {
  readonly namespaces: readonly string[];
  readonly isPartner: boolean;
  /** Only for partners. */
  readonly from?: string;
  readonly base?: string;
  readonly format?: string;
}

/** `weir list`, with and without `--partner`. Exit code 1, too, where the options do not go together. */
export async function listCommand({ isPartner, format, ...options }: ListOptions): Promise<number> {
  if (isPartner) {
    const chosen = choose(PARTNER_FORMATS, format ?? 'markdown', 'an allow list');
    return chosen ? listPartnerCommand({ ...options, format: chosen }) : 1;
  }
  const { from, base, ...others } = options;
  if (from !== undefined || base !== undefined) {
    printMessage(`--${from === undefined ? 'base' : 'from'} is for an allow list: add --partner`);
    return 1;
  }
  const chosen = choose(LIST_FORMATS, format ?? 'text', 'a list without --partner');
  return chosen ? listEgressCommand({ ...others, format: chosen }) : 1;
}

function choose<Format extends string>(formats: readonly Format[], format: string, title: string): Format | undefined {
  const chosen = formats.find((one) => one === format);
  if (!chosen) printMessage(`--format ${format} is not for ${title}: choose one of ${formats.join(', ')}`);
  return chosen;
}
