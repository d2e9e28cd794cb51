import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../../src/std/json.js';

interface WatchedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
}

interface Change {
  readonly version: number;
  readonly plural: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: JsonObject;
}

interface Watch {
  readonly kind: WatchedKind;
  readonly response: ServerResponse;
  readonly hasBookmarks: boolean;
  readonly isList: boolean;
}

/** The state with which a watch begins (Kubernetes API, "Streaming lists"). */
export interface InitialState {
  readonly objects: readonly JsonObject[];
  readonly version: number;
  /** If true, a bookmark with an annotation ends it. */
  readonly isMarked: boolean;
}

/** The watches of a server, and the changes from which they continue. */
export interface Watches {
  /** Keeps a change, and sends it to the watches of its kind. A removed object has the version of its removal. */
  readonly record: (plural: string, type: Change['type'], object: JsonObject, version: number) => void;
  /** Sends the changes since a version, or the objects that it begins with, and then each change as it comes. */
  readonly open: (
    kind: WatchedKind,
    query: URLSearchParams,
    response: ServerResponse,
    initial: InitialState | undefined,
  ) => void;
  /** Sends the current version to the watches that ask for it, as a server does about every minute. */
  readonly bookmark: (version: number) => void;
  /** Forgets the changes up to a version: a watch from before it has expired. */
  readonly compact: (version: number) => void;
  /** Breaks all connections of watches. */
  readonly cut: () => void;
  /** Ends all watches as after their time. */
  readonly end: () => void;
  /** Number of open watches that are no lists. */
  readonly count: () => number;
  /** The same with lists. */
  readonly total: () => number;
}

/**
 * Watches as an API server serves them (Kubernetes API, "Efficient detection of changes"): events as JSON objects one
 * after another, bookmarks with nothing but a version, and a Status of code 410 as event of type ERROR if the version is
 * too old.
 */
export function createWatches(): Watches {
  let changes: Change[] = [];
  let oldest = 0;
  const open = new Set<Watch>();
  const write = ({ response }: Watch, type: string, object: JsonObject): void => {
    response.write(`${JSON.stringify({ type, object })}\n`);
  };
  return {
    record: (plural, type, object, version) => {
      const change = { version, plural, type, object };
      changes.push(change);
      for (const watch of open) if (watch.kind.plural === plural) write(watch, type, object);
    },
    open: (kind, query, response, initial) => {
      const since = initial?.version ?? Number(query.get('resourceVersion'));
      const watch = {
        kind,
        response,
        hasBookmarks: query.get('allowWatchBookmarks') === 'true',
        isList: initial?.isMarked === true,
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      if (since < oldest) {
        const message = `too old resource version: ${since} (${oldest})`;
        const metadata = {};
        write(watch, 'ERROR', {
          kind: 'Status',
          apiVersion: 'v1',
          metadata,
          status: 'Failure',
          message,
          reason: 'Expired',
          code: 410,
        });
        response.end();
        return;
      }
      for (const object of initial?.objects ?? []) write(watch, 'ADDED', object);
      if (initial?.isMarked && watch.hasBookmarks) {
        const annotations = { 'k8s.io/initial-events-end': 'true' };
        write(watch, 'BOOKMARK', bookmarkOf(kind, initial.version, { annotations }));
      }
      for (const { version, plural, type, object } of changes) {
        if (plural === kind.plural && version > since) write(watch, type, object);
      }
      open.add(watch);
      const end = setTimeout(() => response.end(), 1000 * Number(query.get('timeoutSeconds') ?? 300));
      response.on('close', () => {
        clearTimeout(end);
        open.delete(watch);
      });
    },
    bookmark: (version) => {
      for (const watch of open) {
        if (watch.hasBookmarks) write(watch, 'BOOKMARK', bookmarkOf(watch.kind, version));
      }
    },
    compact: (version) => {
      oldest = version;
      changes = changes.filter((change) => change.version > version);
    },
    cut: () => {
      for (const { response } of open) response.destroy();
    },
    end: () => {
      for (const { response } of open) response.end();
    },
    total: () => open.size,
    count: () => [...open].filter(({ isList }) => !isList).length,
  };
}

function bookmarkOf({ apiVersion, kind }: WatchedKind, version: number, more: JsonObject = {}): JsonObject {
  return { apiVersion, kind, metadata: { resourceVersion: String(version), creationTimestamp: null, ...more } };
}
