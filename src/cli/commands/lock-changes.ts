import { type CompileInput, prepare } from '../../compile/compile.js';
import { type PlacedEgressIP } from '../../kinds/egress-ip/placement.js';
import { DROP_TEXTS } from '../../kinds/egress-ip/reasons.js';
import { placeEgressIPs } from '../../kinds/egress-ip/resolve.js';
import type { PlacedService } from '../../kinds/egress-service/placement.js';
import { NO_HOST_TEXTS, REFUSAL_TEXTS } from '../../kinds/egress-service/reasons.js';
import { placeEgressServices } from '../../kinds/egress-service/resolve.js';
import type { LockChange } from '../../settings/lock/compare.js';

const nothing = (): void => undefined;

/** Says, a line each, what of the lock would change, and why. The input has compiled without errors. */
export function explainLockChanges(changes: readonly LockChange[], input: CompileInput): string {
  const { manifests, context } = prepare(input, nothing, nothing);
  const own = manifests.filter(({ kind }) => kind === 'EgressIP');
  const { placed } = placeEgressIPs(own, { ...context, report: nothing });
  const byName = new Map(placed.map((one) => [one.request.name, one]));
  const services = placeEgressServices(
    manifests.filter(({ kind }) => kind === 'EgressService'),
    { ...context, report: nothing },
  );
  const byKey = new Map(services.map((one) => [one.request.key, one]));
  return changes
    .map((change) => {
      const why =
        change.kind === 'EgressIP'
          ? explain(change, byName.get(change.name))
          : explainService(change, byKey.get(change.name));
      return `${describe(change)}: ${why}\n`;
    })
    .join('');
}

function describe({ kind, name, address, what, from, to }: LockChange): string {
  const subject = `${kind} ${name}: ${address ?? what}`;
  if (from === undefined) return `${subject} → ${to ?? ''}`;
  return to === undefined ? `${subject} leaves ${from}` : `${subject} ${from} → ${to}`;
}

function explainService({ from }: LockChange, placed: PlacedService | undefined): string {
  if (!placed) return 'the EgressService is not there any more';
  const dropped = placed.dropped.find(({ source }) => source === 'lock');
  if (dropped) return `${dropped.node} ${REFUSAL_TEXTS[dropped.why]}`;
  const { host } = placed;
  if (host.type === 'every-node') return 'sourceIPBy is Network now';
  if (host.type === 'none') return NO_HOST_TEXTS[host.why];
  if (host.source === 'status') return 'the live cluster has it there';
  return from === undefined ? 'the host is not locked yet' : 'another host is chosen now';
}

function explain({ address, from }: LockChange, placed: PlacedEgressIP | undefined): string {
  if (!placed) return 'the EgressIP is not there any more';
  if (address === undefined)
    return from === undefined ? 'the EgressIP has no mark yet' : 'another EgressIP has the mark';
  const dropped = placed.dropped.find(({ earlier, source }) => source === 'lock' && earlier.egressIP === address);
  if (dropped) return DROP_TEXTS[dropped.why];
  const assignment = placed.assignments.find((one) => one.address.text === address);
  return assignment?.source === 'status'
    ? 'the live cluster has it there'
    : from === undefined
      ? 'the address is not locked yet'
      : DROP_TEXTS['not-in-spec'];
}
