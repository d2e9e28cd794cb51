import { type OvsdbRow, entriesOf } from '../../../clients/ovsdb/notation.js';
import { groupNeededIn } from '../../../northbound/match/port-group.js';
import { columnText } from './live-index.js';

/** What an ACL does to packets: `leaves` them to the ACLs of the next tier (ovn-nb(5), "ACL"). */
export type FilterAction = 'allows' | 'denies' | 'leaves';

/** An ACL that is in force, as far as it decides about packets. */
export interface AclRule {
  readonly action: FilterAction;
  /** The place in the pipelines of a switch, in which its ACLs are evaluated together. */
  readonly stage: string;
  /** Lower values take precedence. */
  readonly precedence: number;
  /** The switch or port group with the ACL, as `#name` or `@name`. */
  readonly place: string;
  /** The address sets and port groups in the match, as `$name` or `@name`, and the place. */
  readonly names: readonly string[];
  /** True if the match can apply to fewer packets after an addition to one of `names`. */
  readonly isNegated: boolean;
  /** The port group that must contain the sending or the receiving port, if the match requires one. */
  readonly group: string | undefined;
  readonly side: FilterSide | undefined;
  /** All that decides about packets, beside what `names` contain. */
  readonly form: string;
}

/** `sender`: the match requires a port that sends the packet. `receiver`: one that receives it. */
export type FilterSide = 'sender' | 'receiver';

/** A number above all priorities of ACLs. */
const PRIORITIES = 32_768;

/** An address set or a port group in a match. */
const NAMES = /[$@]\w+/g;

/** The address sets that ovn-northd creates for a port group (ovn-nb(5), "Port_Group"). */
const SET_OF_GROUP = /^\$(\w+)_ip[46]$/;

/** A name behind `!=`, or anything behind `!`. */
const NEGATED = /!=[^&|]*[$@]|!(?!=)/;

/** Reads an ACL of a switch or port group. */
export function readAclRule(row: OvsdbRow, place: string): AclRule {
  const match = columnText(row, 'match');
  const needed = groupNeededIn(match);
  const action = columnText(row, 'action');
  const isAfterBalancing = entriesOf(row.options).some(([key, value]) => key === 'apply-after-lb' && value === 'true');
  const stage = `${columnText(row, 'direction')}${isAfterBalancing ? ' after load balancing' : ''}`;
  const tier = Number(columnText(row, 'tier'));
  const precedence = tier * PRIORITIES + PRIORITIES - 1 - Number(columnText(row, 'priority'));
  return {
    action: ACTIONS[action] ?? 'leaves',
    stage,
    precedence,
    place,
    names: [place, ...namesInMatch(match)],
    isNegated: NEGATED.test(match),
    group: needed && `@${needed.name}`,
    side: needed && (needed.field === 'inport' ? 'sender' : 'receiver'),
    form: `${stage} ${precedence} ${action} ${match.replace(NAMES, '$')}`,
  };
}

/** Returns the address sets and port groups in a match, as `$name` or `@name`. */
export function namesInMatch(match: string): readonly string[] {
  const names = match.match(NAMES) ?? [];
  const groups = names.flatMap((name) => SET_OF_GROUP.exec(name)?.[1] ?? []);
  return [...names, ...groups.map((name) => `@${name}`)];
}

const ACTIONS: Readonly<Record<string, FilterAction>> = {
  allow: 'allows',
  'allow-related': 'allows',
  'allow-stateless': 'allows',
  drop: 'denies',
  reject: 'denies',
};
