import { type PacketDeciders, findPacketDeciders } from '../expectations/decide.js';
import type { CheckedPacket, PacketEnd } from '../expectations/packet.js';
import type { Intent } from '../model/intent.js';
import type { Pod } from '../model/cluster.js';
import { asList, asObject } from '../std/json.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { transportPointOf } from '../traffic/filters/transport-range.js';
import { proposeAllow, proposeRemoval } from './edit-rules.js';
import { findEditObstacle } from './edit-files.js';
import type { DecidingObject, FixContext, ProposedEdit } from './proposed-edit.js';
import type { PathSide, ResolvedPath } from './resolve-wishes.js';
import type { SuggestContext } from './suggest-context.js';

/** Returns edits of the objects that drop a packet, or that allow it if it must not pass. The smallest come first. */
export function proposeEdits(packet: CheckedPacket, isDropped: boolean, context: FixContext): ProposedEdit[] {
  const { stages } = findPacketDeciders(packet, context.world.model, !isDropped);
  const objects = stages.flatMap((stage) => findObject(stage, context) ?? []);
  if (!isDropped) return objects.flatMap(proposeRemoval);
  const path = context.paths.find((one) => containsPacket(one, packet, context));
  const pod = (end: PacketEnd): Pod | undefined => ('pod' in end ? end.pod : undefined);
  return objects.flatMap((object) => {
    const own = pod(object.direction === 'egress' ? packet.from : packet.to);
    const unit = own && context.units.ofPod.get(own);
    const removal = object.rule === undefined ? [] : proposeRemoval(object).slice(0, 1);
    return [...(path && unit ? proposeAllow(object, path, unit, context) : []), ...removal];
  });
}

function findObject(
  { stage, decider }: PacketDeciders['stages'][number],
  { manifests, world }: FixContext,
): DecidingObject | undefined {
  const { origin, pointer, kind, namespace, name } = decider.cause;
  const manifest = manifests.find(
    (one) => one.origin === origin && one.kind === kind && one.name === name && one.namespace === namespace,
  );
  const intent = world.intents.find((one) => one.cause.origin === origin && isDeciding(one));
  if (!manifest || !intent || findEditObstacle(manifest) !== undefined) return undefined;
  const direction = stage === 'ingress' ? 'ingress' : 'egress';
  const [, index] = /^\/spec\/(?:ingress|egress)\/(\d+)/.exec(pointer) ?? [];
  const rules = asList(asObject(manifest.object.spec)?.[direction]).map((rule) => asObject(rule) ?? {});
  const effect =
    intent.effect === 'filter' ? 'filter' : 'layer' in intent && intent.layer === 'namespaced' ? 'isolates' : 'admin';
  return { manifest, effect, direction, rules, ...(index === undefined ? {} : { rule: Number(index) }) };
}

function isDeciding({ effect }: Intent): boolean {
  return effect === 'filter' || effect === 'policy';
}

function containsPacket(
  { from, to, transport }: ResolvedPath,
  packet: CheckedPacket,
  { units }: SuggestContext,
): boolean {
  const contains = (side: PathSide, end: PacketEnd): boolean => {
    if ('pod' in end) return [...side.units].some((unit) => unit === units.ofPod.get(end.pod));
    const range = rangeOfAddress(end.address.address);
    return (
      side.ranges.some(
        ({ family, first, end: last }) => family === range.family && first <= range.first && range.first < last,
      ) ||
      (side.dnsName !== undefined && side.dnsName === packet.name)
    );
  };
  const place = transportPointOf(packet.protocol, packet.port);
  return (
    contains(from, packet.from) &&
    contains(to, packet.to) &&
    transport.some(({ first, end }) => first <= place && place < end)
  );
}
