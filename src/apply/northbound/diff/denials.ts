import { memoize } from '../../../std/memoize.js';
import type { AclRule } from './acl-rule.js';
import type { FilterState, FilterStates } from './filter-state.js';

/** Returns true if a rule can take precedence over a rule that denies, for the same packets. */
export type OverridesDenial = (rule: AclRule) => boolean;

/** Returns the ports that a rule requires, and their port group, with their side. Empty if it requires none. */
export type PortsOfRule = (rule: AclRule) => readonly string[];

/** Creates the function that returns ports as they are before and after the change. */
export function createPortsOfRule({ before, after }: FilterStates): PortsOfRule {
  const portsOf = memoize((sideAndGroup: string): readonly string[] => {
    const [side = '', group = ''] = sideAndGroup.split(' ');
    const ports = [before, after].flatMap(({ members }) => [...(members.get(group) ?? [])]);
    return [...new Set([group, ...ports])].map((port) => `${side} ${port}`);
  });
  return ({ side, group }) => (side === undefined || group === undefined ? NO_PORTS : portsOf(`${side} ${group}`));
}

const NO_PORTS: readonly string[] = [];

/**
 * Creates the function for the rules of a state that deny. Two rules with port groups of the same side can match a
 * common packet only if the port groups have a common port. Only port groups are compared, not the rest of a match. So
 * the function returns true too often rather than too rarely.
 */
export function createOverridesDenial({ rules }: FilterState, portsOf: PortsOfRule): OverridesDenial {
  /** The highest precedence of a denial: by stage and side, and by stage, side and port. */
  const highest = new Map<string, number>();
  const highestIn = (stage: string, key: string): number => highest.get(`${stage} ${key}`) ?? -1;
  const groups = new Map<string, AclRule>();
  for (const rule of rules.values()) {
    if (rule.action !== 'denies') continue;
    const { stage, precedence, side = 'any', group = '' } = rule;
    highest.set(`${stage} ${side}`, Math.max(highestIn(stage, side), precedence));
    const key = `${stage} ${side} ${group}`;
    if (precedence > (groups.get(key)?.precedence ?? -1)) groups.set(key, rule);
  }
  for (const rule of groups.values()) {
    const { stage, precedence } = rule;
    for (const port of portsOf(rule)) highest.set(`${stage} ${port}`, Math.max(highestIn(stage, port), precedence));
  }
  const highestOn = memoize((ports: readonly string[]) =>
    memoize((stage: string) => ports.reduce((most, port) => Math.max(most, highestIn(stage, port)), -1)),
  );
  return (rule) => {
    const sides = ['any', 'sender', 'receiver'].filter((side) => side !== rule.side);
    return (
      Math.max(highestOn(portsOf(rule))(rule.stage), ...sides.map((side) => highestIn(rule.stage, side))) >=
      rule.precedence
    );
  };
}
