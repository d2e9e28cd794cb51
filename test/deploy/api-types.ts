import * as models from '@kubernetes/client-node';
import type { Json } from '../../src/std/json.js';

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

/** Where an object of the API has its schema among the generated models of the Kubernetes client. */
function attributesOf(type: string): readonly Attribute[] | undefined {
  const model = (models as Readonly<Record<string, unknown>>)[type] as
    { getAttributeTypeMap?: () => readonly Attribute[] } | undefined;
  return model?.getAttributeTypeMap?.();
}

/** The model of a kind: `V1Deployment` for Deployments of `apps/v1`. */
export function modelOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  const version = apiVersion.split('/').at(-1) ?? '';
  return `${version.charAt(0).toUpperCase()}${version.slice(1)}${kind}`;
}

/** Fields that a type of the API does not have, and values of other types than it says, with their paths. */
export function findTypeProblems(value: Json, type: string, path: string): string[] {
  const [, itemType] = /^Array<(.*)>$/.exec(type) ?? [];
  if (itemType !== undefined) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, index) => findTypeProblems(item, itemType, `${path}[${index}]`));
  }
  const [, valueType] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  const attributes = attributesOf(type);
  if (valueType === undefined && attributes === undefined) return findPrimitiveProblem(value, type, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = `${path}.${name}`;
    if (valueType !== undefined) return findTypeProblems(inner, valueType, below);
    const attribute = attributes?.find(({ baseName }) => baseName === name);
    return attribute ? findTypeProblems(inner, attribute.type, below) : [`${below} is no field of ${type}`];
  });
}

function findPrimitiveProblem(value: Json, type: string, path: string): string[] {
  const found = typeof value;
  const isFine =
    type === 'any' || type === found || (type === 'IntOrString' && (found === 'number' || found === 'string'));
  return isFine ? [] : [`${path} is a ${found}, expected ${type}`];
}
