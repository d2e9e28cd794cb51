import type { Position } from '../model/diagnostic.js';
import type { DeciderPositions } from '../trace/query/ask.js';
import type { Proof, ProofPacket } from './proof.js';
import { COVERED } from './prove.js';
import { namePod } from './render-text.js';

/** Renders a proof for programs. */
export function renderProofJson(proof: Proof, places: DeciderPositions): unknown {
  const { pods, classes, differences, uncompared } = proof;
  return {
    isProven: differences.length === 0,
    ...{ pods, classes },
    compared: COVERED,
    differences: differences.map(({ packet, pods: alike, resources, rows }) => ({
      packet: packetData(packet),
      pods: alike.map(namePod),
      resources: {
        decision: resources.text,
        rules: resources.by.map((one) => ({
          ...objectData(one.cause),
          ...(one.text === '' ? {} : { rule: one.text }),
          ...positionData(places({ ...one.cause, cause: one.cause })),
        })),
      },
      rows: {
        decision: rows.text,
        rows: rows.by.map(({ row, decidedBy }) => ({
          ...row,
          ...(decidedBy ? { ...{ of: objectData(decidedBy) }, ...positionData(places(decidedBy)) } : {}),
        })),
      },
    })),
    notCompared: uncompared.map((one) => ({ reason: one.reason, pods: one.pods.map(namePod) })),
  };
}

function packetData(packet: ProofPacket): unknown {
  if (packet.direction === 'outside') return packet;
  const { pod, direction, address, peer, name, protocol, port } = packet;
  return {
    ...{ pod: namePod(pod), direction, address },
    ...(peer ? { peer: namePod(peer) } : {}),
    ...(name === undefined ? {} : { name }),
    ...{ protocol, port },
  };
}

function objectData({ kind, namespace, name }: { kind: string; namespace: string; name: string }): object {
  return { kind, namespace, name };
}

function positionData(at: Position | undefined): object {
  return at ? { position: { file: at.file, line: at.line, column: at.column } } : {};
}
