import { rmSync } from 'node:fs';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { type Server, startServer } from '../../apply/northbound/northbound.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, writeRepository } from './cluster.js';

/** The server of this machine may hold no marks of replies, which EgressIPs need: its schema may be older. */
export const OLDER_SCHEMA = `${REPOSITORY['weir.yaml'].replace(', egressIP', '')}ovnSchemaVersion: 7.0.0\n`;

/** A Northbound server, an API server with a cluster, and a repository about it. */
export interface LiveZone {
  readonly server: Server;
  readonly rig: Rig;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Starts the servers, and writes the files of the repository. */
export async function startZone(files: Readonly<Record<string, string>>): Promise<LiveZone> {
  const server = await startServer();
  const rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of CLUSTER) rig.server.put(object);
  const close = async (): Promise<void> => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
    server.close();
  };
  return { server, rig, folder: writeRepository(rig, files), close };
}
