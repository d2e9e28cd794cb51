import type { Node } from '../cluster.js';
import type { JsonObject } from '../../std/json.js';
import type { Cause } from './cause.js';

/** Puts a label on a node. */
export interface NodeLabelIntent {
  readonly effect: 'label';
  readonly node: Node;
  readonly label: string;
  readonly value: string;
  readonly cause: Cause;
}

/** A Kubernetes object that something else must create for the resource to work (a CloudPrivateIPConfig). */
export interface ObjectIntent {
  readonly effect: 'object';
  readonly object: JsonObject;
  readonly cause: Cause;
}

/** A Kubernetes object that a live controller creates for the resource: it is shown, and Weir never applies it. */
export interface DerivedObjectIntent {
  readonly effect: 'derived-object';
  readonly object: JsonObject;
  readonly cause: Cause;
}

/** Status of a resource as the live controllers would write it. */
export interface StatusIntent {
  readonly effect: 'status';
  /** 'status', or '' if the resource keeps its status in the main object. */
  readonly subresource: 'status' | '';
  readonly status: JsonObject;
  readonly cause: Cause;
}
